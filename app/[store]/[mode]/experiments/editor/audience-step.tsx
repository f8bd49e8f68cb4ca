"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { AudienceFields } from "@/components/audience/audience-fields";
import { Combobox } from "@/components/ui/combobox";
import { DecimalInput } from "@/components/ui/decimal-input";
import { FormSection } from "@/components/ui/form-section";
import { useDesk } from "@/lib/api/desk";
import { listed } from "../reads";
import { EditorField, type StepProps } from "./fields";
import { changesBundles } from "./form-model";

export function AudienceStep({ form, values, live }: StepProps) {
  const t = useTranslations("experimentEditor");
  const others = useQuery(listed(useDesk())).data?.data ?? [];
  const groups = [...new Set(others.flatMap(({ plan }) => plan?.group ?? []))];
  return (
    <>
      <AudienceFields
        form={form}
        name="plan.audience"
        audience={values.plan.audience}
        found={live}
        hints={{ visitors: t("visitorsHint"), ...(changesBundles(values) && { cart: t("noCart") }) }}
        before={
          <EditorField form={form} name="plan.traffic" help="traffic" className="sm:max-w-64">
            {(control) => <DecimalInput {...control} suffix="%" />}
          </EditorField>
        }
      />
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
