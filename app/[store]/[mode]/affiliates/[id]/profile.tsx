"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { FieldWords } from "@/components/forms/conflict-dialog";
import { RecordEditor } from "@/components/records/record-editor";
import { DescriptionList } from "@/components/ui/description-list";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import type { Affiliate } from "@/lib/contract/affiliate/affiliates";
import { AffiliateForm } from "../affiliate-form";
import { type AffiliateForm as Form, toBody, toForm } from "../to-form";

export default function Profile({ one }: { one: Affiliate }) {
  const t = useTranslations("affiliates.form");
  const queryClient = useQueryClient();
  const { affiliate, desk, can, has, format, store } = useDesk();
  const facts = [
    { term: t("id"), detail: <code className="wrap-anywhere">{one.id}</code> },
    ...(one.created_at ? [{ term: t("createdAt"), detail: format.dateTime(one.created_at) }] : []),
    ...(one.updated_at ? [{ term: t("updatedAt"), detail: format.dateTime(one.updated_at) }] : []),
  ];
  return (
    <RecordEditor<Form, Affiliate>
      of={affiliate.affiliates}
      record={one}
      toDraft={toForm}
      words={useFieldWords(one.currency ?? store.currency)}
      toBody={(changed) => toBody(changed, false, has("affiliate", "affiliates", "update", "own_rate"))}
      onSaved={() => void queryClient.invalidateQueries({ queryKey: desk.affiliate_names.look_up.prefix })}
    >
      {(form) => (
        <AffiliateForm
          {...form}
          readOnly={!can("affiliate", "affiliates", "update")}
          beside={
            <Panel title={t("facts")}>
              <DescriptionList items={facts} />
            </Panel>
          }
        />
      )}
    </RecordEditor>
  );
}

function useFieldWords(currency: string): FieldWords<Form> {
  const t = useTranslations("affiliates.form");
  const { format, money } = useDesk();
  return {
    label: (field) => t(`labels.${field}`),
    value: (field, value) => {
      if (typeof value === "number") {
        if (Number.isNaN(value)) return t("nothing");
        return field === "minimum_payout" ? money(value, currency) : format.number(value);
      }
      return (Array.isArray(value) ? value.join(", ") : String(value ?? "")) || t("nothing");
    },
  };
}
