"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { FieldWords } from "@/components/forms/conflict-dialog";
import { useSaveRecord } from "@/components/forms/use-save-record";
import { DescriptionList } from "@/components/ui/description-list";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import type { AffiliateDraft } from "@/lib/contract/affiliate/affiliate-draft";
import type { Affiliate } from "@/lib/contract/affiliate/affiliates";
import { AffiliateForm } from "../affiliate-form";
import { type AffiliateForm as Form, toBody, toForm } from "../to-form";

export default function Profile({ one }: { one: Affiliate }) {
  const t = useTranslations("affiliates.form");
  const queryClient = useQueryClient();
  const { affiliate, desk, can, format, store } = useDesk();
  const update = useMutation(affiliate.affiliates.update.mutation());
  const params = { id: one.id };
  const { save, dialog } = useSaveRecord<Form, Affiliate>({
    read: affiliate.affiliates.get.options({ params }),
    toDraft: toForm,
    words: useFieldWords(one.currency ?? store.currency),
    async send(changed) {
      await update.mutateAsync({ params, body: toBody(changed, false) as Partial<AffiliateDraft> });
      void queryClient.invalidateQueries({ queryKey: desk.affiliate_names.look_up.prefix });
    },
  });
  const form = useMemo(() => toForm(one), [one]);
  const facts = [
    { term: t("id"), detail: <code className="wrap-anywhere">{one.id}</code> },
    ...(one.created_at ? [{ term: t("createdAt"), detail: format.dateTime(one.created_at) }] : []),
    ...(one.updated_at ? [{ term: t("updatedAt"), detail: format.dateTime(one.updated_at) }] : []),
  ];
  return (
    <>
      <AffiliateForm
        key={one.id}
        initial={form}
        current={form}
        draft={{ record: one.id, base: one.updated_at ?? null }}
        readOnly={!can("affiliate", "affiliates", "update")}
        onSave={save}
        beside={
          <Panel title={t("facts")}>
            <DescriptionList items={facts} />
          </Panel>
        }
      />
      {dialog}
    </>
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
