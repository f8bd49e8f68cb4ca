"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { messageAt } from "@/components/forms/form-field";
import { ProductsField } from "@/components/products/product-field";
import type { FoundProducts } from "@/components/products/use-products";
import { DecimalInput } from "@/components/ui/decimal-input";
import { Field } from "@/components/ui/field";
import { FormSection } from "@/components/ui/form-section";
import { Select } from "@/components/ui/select";
import { byLineOrComma, TokenField } from "@/components/ui/token-field";
import { useDesk } from "@/lib/api/desk";
import type { Audience } from "@/lib/contract/checkout/audience";
import { devices, purchaseKinds, visitorKinds } from "@/lib/contract/checkout/audience-words";
import { useCodeOptions } from "./use-code-options";
import { usePart } from "./use-part";

type Props<T extends FieldValues> = {
  form: UseFormReturn<T>;
  name: FieldPath<T>;
  audience: Audience;
  found: Pick<FoundProducts, "products" | "doubt">;
  /** What to know before the fields of each group. */
  hints?: { visitors?: ReactNode; cart?: ReactNode };
  /** Fields that stand before those of the first group. */
  before?: ReactNode;
  level?: 2 | 3;
};

const choices = { visitors: visitorKinds, device: devices, purchases: purchaseKinds, affiliate: ["yes", "no"] };

/** The conditions of an offer or an experiment on its shopper. */
export function AudienceFields<T extends FieldValues>({ form, name, audience, found, hints = {}, ...rest }: Props<T>) {
  const { before, level = 2 } = rest;
  const t = useTranslations("audience");
  const { format, store } = useDesk();
  const set = usePart(form, name, audience);
  const options = useCodeOptions();
  const field = (
    of: keyof Audience,
    control: ReactNode,
    hint?: "countries" | "languages" | "products" | "categories" | "bought" | "campaigns",
  ) => (
    <Field
      name={`${name}.${of}`}
      label={t(`labels.${of}`)}
      description={hint && t(`hints.${hint}`)}
      error={messageAt(form.formState.errors, `${name}.${of}`)}
    >
      {control}
    </Field>
  );
  /** The empty value stands for everybody. */
  const choice = (of: keyof typeof choices) => {
    const now = audience[of];
    return field(
      of,
      <Select
        value={typeof now === "boolean" ? (now ? "yes" : "no") : (now ?? "")}
        onChange={({ target: { value } }) =>
          of === "affiliate" ? set(of, value === "" ? value : value === "yes") : set(of, value as "")
        }
        options={["", ...choices[of]].map((word) => ({
          value: word,
          label: t(`options.${of}.${word || "all"}` as "options.device.all"),
        }))}
      />,
    );
  };
  const amount = (of: "cart_min" | "cart_max") =>
    field(
      of,
      <DecimalInput
        value={audience[of] ?? Number.NaN}
        onValueChange={(value) => set(of, value)}
        prefix={store.currency}
        placeholder={t("any")}
      />,
    );
  const codes = (of: "countries" | "languages") =>
    field(
      of,
      <TokenField
        value={audience[of] ?? []}
        onValueChange={(value) => set(of, value)}
        options={options[of]}
        nameOf={of === "countries" ? format.country : format.language}
        split={byLineOrComma}
      />,
      of,
    );
  const products = (of: "products" | "bought") =>
    field(of, <ProductsField value={audience[of] ?? []} onValueChange={(value) => set(of, value)} {...found} />, of);
  const names = (of: "categories" | "campaigns") =>
    field(
      of,
      <TokenField value={audience[of] ?? []} onValueChange={(value) => set(of, value)} split={byLineOrComma} />,
      of,
    );
  const pair = (one: ReactNode, other: ReactNode) => (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      {one}
      {other}
    </div>
  );
  return (
    <>
      <FormSection title={t("groups.visitors")} description={hints.visitors} level={level}>
        {before}
        {pair(choice("visitors"), choice("device"))}
        {pair(codes("countries"), codes("languages"))}
      </FormSection>
      <FormSection title={t("groups.cart")} description={hints.cart ?? t("cartHint")} level={level}>
        {pair(amount("cart_min"), amount("cart_max"))}
        {products("products")}
        {names("categories")}
      </FormSection>
      <FormSection title={t("groups.history")} description={t("historyHint")} level={level}>
        {pair(choice("purchases"), choice("affiliate"))}
        {products("bought")}
        {names("campaigns")}
      </FormSection>
    </>
  );
}
