"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { FormField } from "@/components/forms/form-field";
import { Help } from "@/components/help/help";
import { ProductsField } from "@/components/products/product-field";
import { Combobox } from "@/components/ui/combobox";
import { DecimalInput } from "@/components/ui/decimal-input";
import { FormSection } from "@/components/ui/form-section";
import { Select } from "@/components/ui/select";
import { TokenField } from "@/components/ui/token-field";
import { useDesk } from "@/lib/api/desk";
import { devices, visitorKinds } from "@/lib/contract/checkout/experiment-words";
import { listed } from "../[id]/reads";
import { countryCodes } from "./countries";
import type { StepProps } from "./step-props";

export function AudienceStep({ form, live }: StepProps) {
  const t = useTranslations("experimentEditor");
  const { format, store } = useDesk();
  const countries = useMemo(
    () =>
      countryCodes
        .map((value) => ({ value, label: format.country(value) }))
        .sort((a, b) => format.compare(a.label, b.label)),
    [format],
  );
  return (
    <>
      <FormSection title={t("steps.visitors")} description={t("visitorsHint")}>
        <FormField
          form={form}
          name="plan.traffic"
          label={t("labels.traffic")}
          description={
            <>
              {t("trafficHint")} <Help of="traffic" label={t("labels.traffic")} />
            </>
          }
          className="sm:max-w-64"
        >
          {(control) => <DecimalInput {...control} suffix="%" />}
        </FormField>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Choice form={form} of="visitors" words={visitorKinds} />
          <Choice form={form} of="device" words={devices} />
        </div>
        <FormField
          form={form}
          name="plan.audience.countries"
          label={t("labels.countries")}
          description={t("hints.countries")}
          optional
        >
          {(control) => <TokenField {...control} options={countries} nameOf={format.country} split={splitCountries} />}
        </FormField>
      </FormSection>
      <FormSection title={t("cart")} description={t("cartHint")}>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <FormField form={form} name="plan.audience.cart_min" label={t("labels.cart_min")} optional>
            {(control) => <DecimalInput {...control} prefix={store.currency} />}
          </FormField>
          <FormField form={form} name="plan.audience.cart_max" label={t("labels.cart_max")} optional>
            {(control) => <DecimalInput {...control} prefix={store.currency} />}
          </FormField>
        </div>
        <FormField
          form={form}
          name="plan.audience.products"
          label={t("labels.products")}
          description={t("hints.products")}
          optional
        >
          {(control) => <ProductsField {...control} products={live.products} />}
        </FormField>
        <Choice form={form} of="affiliate" words={["yes", "no"]} />
      </FormSection>
      <GroupSection form={form} />
    </>
  );
}

type ChoiceProps = Pick<StepProps, "form"> & { of: "visitors" | "device" | "affiliate"; words: readonly string[] };

/** The empty value stands for everybody. */
function Choice({ form, of, words }: ChoiceProps) {
  const t = useTranslations("experimentEditor");
  return (
    <FormField form={form} name={`plan.audience.${of}`} label={t(`labels.${of}`)}>
      {({ value, onValueChange }) => (
        <Select
          value={value}
          onChange={({ target }) => onValueChange(target.value as typeof value)}
          options={["", ...words].map((word) => ({
            value: word,
            label: t(`audiences.${of}.${word || "all"}` as "audiences.device.all"),
          }))}
        />
      )}
    </FormField>
  );
}

const splitCountries = (text: string) => text.split(/[,;\n]+/).map((each) => each.trim());

function GroupSection({ form }: Pick<StepProps, "form">) {
  const t = useTranslations("experimentEditor");
  const others = useQuery(listed(useDesk())).data?.data ?? [];
  const groups = [...new Set(others.flatMap(({ plan }) => plan?.group ?? []))];
  return (
    <FormSection title={t("others")}>
      <FormField
        form={form}
        name="plan.group"
        label={t("labels.group")}
        description={
          <>
            {t("hints.group")} <Help of="group" label={t("labels.group")} />
          </>
        }
        optional
        className="sm:max-w-96"
      >
        {(control) => (
          <Combobox {...control} freeText options={groups.map((group) => ({ value: group, label: group }))} />
        )}
      </FormField>
    </FormSection>
  );
}
