"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { RecordForm } from "@/components/forms/record-form";
import type { RecordState } from "@/components/forms/use-record-form";
import { AffiliateFields, affiliatePaths } from "./affiliate-fields";
import type { AffiliateForm as Form } from "./to-form";

type Props = Pick<RecordState<Form>, "initial" | "current" | "readOnly"> & {
  draft: { record: string; base: string | null };
  saveLabel: string;
  onSave: (edited: Form, base: Form) => Promise<Form | null>;
  explain?: (cause: unknown, edited: Form) => ReactNode;
  beside?: ReactNode;
};

const fields = () => affiliatePaths;
const loadNew = () => import("./check-affiliate").then(({ checkNew }) => checkNew);
const loadKnown = () => import("./check-affiliate").then(({ checkKnown }) => checkKnown);

export function AffiliateForm({ initial, draft, beside, ...rest }: Props) {
  const t = useTranslations("affiliates.form.labels");
  const isNew = draft.record === "new";
  return (
    <RecordForm<Form>
      {...rest}
      initial={initial}
      draft={{ kind: "affiliate", ...draft }}
      loadCheck={isNew ? loadNew : loadKnown}
      fields={fields}
      labelOf={(field) => t(field as keyof Form)}
      beside={() => beside}
    >
      {(form, values) => <AffiliateFields form={form} values={values} initial={initial} isNew={isNew} />}
    </RecordForm>
  );
}
