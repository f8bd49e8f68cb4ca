"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { type Control, FormField } from "@/components/forms/form-field";
import { Combobox } from "@/components/ui/combobox";
import { FormSection } from "@/components/ui/form-section";
import { matching } from "@/components/ui/suggestions";
import { useDebounced } from "@/components/ui/use-time";
import { useDesk } from "@/lib/api/desk";
import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";
import { nextFields, nextOf } from "@/lib/contract/checkout/upsell-words";
import { useUpsellWords } from "../words";
import { ChainTree } from "./chain-tree";
import { leadingTo, stepOf } from "./reads";

type Props = { form: UseFormReturn<UpsellDraft>; values: UpsellDraft; id: string | undefined };

/** What a shopper sees next, after each answer. */
export default function ChainFields({ form, values, id }: Props) {
  const t = useTranslations("upsellChain");
  const labels = useTranslations("upsells.form.labels");
  const desk = useDesk();
  const before = useQuery({ ...leadingTo(desk, id ?? ""), enabled: id !== undefined }).data?.data ?? [];
  const names = desk.format.list(before.map(({ name, id }) => name ?? id));
  return (
    <FormSection title={t("title")} description={t("about")}>
      {before.length > 0 && <p className="text-sm text-pretty">{t("follows", { offers: names })}</p>}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {nextFields.map((field) => (
          <FormField key={field} form={form} name={field} label={labels(field)}>
            {({ value, onValueChange, ...control }) => (
              <OfferField
                {...control}
                value={value ?? ""}
                onValueChange={(next) => onValueChange(next || null)}
                except={id}
              />
            )}
          </FormField>
        ))}
      </div>
      {nextOf(values).length > 0 && <ChainTree of={values} />}
    </FormSection>
  );
}

/** Suggests the store's other offers, whether they are switched on or not. */
function OfferField({ except, ...control }: Control<string> & { except: string | undefined }) {
  const t = useTranslations("upsellChain");
  const desk = useDesk();
  const words = useUpsellWords();
  const [text, setText] = useState<string | null>(null);
  const search = useDebounced(text?.trim() ?? "");
  const found = useQuery({
    ...desk.checkout.upsells.list.options({
      query: { per_page: 50, sort: "name", order: "asc", ...(search && { search }) },
    }),
    enabled: text !== null,
    placeholderData: keepPreviousData,
  });
  const chosen = useQuery({ ...stepOf(desk, control.value), enabled: control.value !== "" }).data;
  const others = (found.data?.data ?? []).filter(({ id }) => id !== except);
  const options = others.map(({ id, name, status = "", discount_type: type, discount_value: value }) => ({
    value: id,
    label: name ?? id,
    hint: [words.discount({ type, value }), status === "active" ? "" : words.status(status).label]
      .filter(Boolean)
      .join(" · "),
  }));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes the focus of its field.
    <div onFocus={() => setText(text ?? "")}>
      <Combobox
        {...control}
        options={matching(options, text ?? "")}
        onQueryChange={setText}
        nameOf={(id) => (chosen?.id === id ? (chosen.name ?? id) : id)}
        placeholder={t("nothing")}
      />
    </div>
  );
}
