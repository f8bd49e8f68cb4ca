"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { type FormOf, RecordForm } from "@/components/forms/record-form";
import { AffiliateFields } from "./affiliate-fields";
import { emptyForm, type AffiliateForm as Form } from "./to-form";

const paths = Object.keys(emptyForm) as (keyof Form)[];
const fields = () => paths;
const loadNew = () => import("./check-affiliate").then(({ checkNew }) => checkNew);
const loadKnown = () => import("./check-affiliate").then(({ checkKnown }) => checkKnown);

export function AffiliateForm({ beside, ...record }: FormOf<Form> & { beside?: ReactNode }) {
  const t = useTranslations("affiliates.form");
  const { initial, current } = record;
  const isNew = !current;
  return (
    <RecordForm<Form>
      {...record}
      kind="affiliate"
      loadCheck={isNew ? loadNew : loadKnown}
      fields={fields}
      labelOf={(field) => t(`labels.${field as keyof Form}`)}
      createLabel={t("createAction")}
      beside={() => beside}
    >
      {(form, values) => <AffiliateFields form={form} values={values} initial={initial} isNew={isNew} />}
    </RecordForm>
  );
}
