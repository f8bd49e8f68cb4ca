"use client";

import { useMutation } from "@tanstack/react-query";
import { RecordCreate, useCreateRecord } from "@/components/records/record-create";
import { useDesk } from "@/lib/api/desk";
import type { AffiliateDraft } from "@/lib/contract/affiliate/affiliate-draft";
import { AffiliateForm } from "../affiliate-form";
import { emptyForm, type AffiliateForm as Form, toBody } from "../to-form";
import { nameOf } from "../use-affiliate-changes";

export function AffiliateCreate() {
  const { affiliate } = useDesk();
  const { mutateAsync } = useMutation(affiliate.affiliates.create.mutation());
  const create = (form: Form) => {
    const { commission_type: type, ...body } = toBody(form, true);
    // An affiliate without a rate gets the program's default rate with its type.
    const terms = body.commission_rate === undefined ? {} : { commission_type: type };
    return mutateAsync({ body: { ...body, ...terms } as AffiliateDraft });
  };
  return (
    <RecordCreate api="affiliate" resource="affiliates">
      <AffiliateForm initial={emptyForm} onSave={useCreateRecord("affiliates", create, nameOf)} />
    </RecordCreate>
  );
}
