"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { ProductsField } from "@/components/products/product-field";
import { Combobox } from "@/components/ui/combobox";
import { DecimalInput } from "@/components/ui/decimal-input";
import { FormSection } from "@/components/ui/form-section";
import { Select } from "@/components/ui/select";
import { byLineOrComma, TokenField } from "@/components/ui/token-field";
import { useDesk } from "@/lib/api/desk";
import { devices, visitorKinds } from "@/lib/contract/checkout/experiment-words";
import { countryCodes } from "@/lib/countries";
import { listed } from "../reads";
import { EditorField, type StepProps } from "./fields";
import { changesBundles } from "./form-model";

const choices = { visitors: visitorKinds, device: devices, affiliate: ["yes", "no"] };

export function AudienceStep({ form, values, live }: StepProps) {
  const t = useTranslations("experimentEditor");
  const desk = useDesk();
  const { format, store } = desk;
  const others = useQuery(listed(desk)).data?.data ?? [];
  const groups = [...new Set(others.flatMap(({ plan }) => plan?.group ?? []))];
  const countries = useMemo(
    () =>
      countryCodes
        .map((value) => ({ value, label: format.country(value) }))
        .sort((a, b) => format.compare(a.label, b.label)),
    [format],
  );
  /** The empty value stands for everybody. */
  const choice = (of: keyof typeof choices) => (
    <EditorField form={form} name={`plan.audience.${of}`}>
      {({ value, onValueChange }) => (
        <Select
          value={value}
          onChange={({ target }) => onValueChange(target.value as typeof value)}
          options={["", ...choices[of]].map((word) => ({
            value: word,
            label: t(`audiences.${of}.${word || "all"}` as "audiences.device.all"),
          }))}
        />
      )}
    </EditorField>
  );
  const cartValue = (of: "cart_min" | "cart_max") => (
    <EditorField form={form} name={`plan.audience.${of}`} optional>
      {(control) => <DecimalInput {...control} prefix={store.currency} />}
    </EditorField>
  );
  return (
    <>
      <FormSection title={t("steps.visitors")} description={t("visitorsHint")}>
        <EditorField form={form} name="plan.traffic" help="traffic" className="sm:max-w-64">
          {(control) => <DecimalInput {...control} suffix="%" />}
        </EditorField>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {choice("visitors")}
          {choice("device")}
        </div>
        <EditorField form={form} name="plan.audience.countries" optional>
          {(control) => <TokenField {...control} options={countries} nameOf={format.country} split={byLineOrComma} />}
        </EditorField>
      </FormSection>
      <FormSection title={t("cart")} description={t(changesBundles(values) ? "noCart" : "cartHint")}>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {cartValue("cart_min")}
          {cartValue("cart_max")}
        </div>
        <EditorField form={form} name="plan.audience.products" optional>
          {(control) => <ProductsField {...control} products={live.products} doubt={live.doubt} />}
        </EditorField>
        {choice("affiliate")}
      </FormSection>
      <FormSection title={t("others")}>
        <EditorField form={form} name="plan.group" help="group" optional className="sm:max-w-96">
          {(control) => (
            <Combobox {...control} freeText options={groups.map((group) => ({ value: group, label: group }))} />
          )}
        </EditorField>
      </FormSection>
    </>
  );
}
