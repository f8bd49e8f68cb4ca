"use client";

import { RecordCreate, useCreateRecord } from "@/components/records/record-create";
import { useDesk } from "@/lib/api/desk";
import { AffiliateForm } from "../affiliate-form";
import { emptyForm, type AffiliateForm as Form, toBody } from "../to-form";
import { nameOf } from "../use-affiliate-changes";

export function AffiliateCreate() {
  const { affiliate } = useDesk();
  const create = useCreateRecord(affiliate.affiliates, {
    toBody(form: Form) {
      const { commission_type: type, ...body } = toBody(form, true);
      // An affiliate without a rate gets the program's default rate with its type.
      return body.commission_rate === undefined ? body : { ...body, commission_type: type };
    },
    nameOf,
  });
  return (
    <RecordCreate api="affiliate" resource="affiliates">
      <AffiliateForm initial={emptyForm} onSave={create} />
    </RecordCreate>
  );
}
