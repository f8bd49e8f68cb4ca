"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { RecordCreate, useCreateRecord } from "@/components/records/record-create";
import { useDesk } from "@/lib/api/desk";
import { LeadsTo } from "../leads-to";
import { LinkForm } from "../link-form";
import { type LinkForm as Draft, emptyForm, toBody } from "../to-draft";
import { nameOf } from "../words";

type Props = { front: string | null; affiliate: string | null };

export function LinkCreate({ front, affiliate: owner }: Props) {
  const { affiliate } = useDesk();
  const { mutateAsync } = useMutation(affiliate.links.create.mutation());
  const create = useCreateRecord(
    "links",
    (form: Draft) => mutateAsync({ body: toBody(form) }),
    (created, form) => nameOf({ ...created, name: form.name.trim() || created.name }),
  );
  const [initial] = useState(() => ({ ...emptyForm, affiliate_id: owner ?? "" }));
  return (
    <RecordCreate api="affiliate" resource="links">
      <LinkForm initial={initial} onSave={create} beside={(values) => <LeadsTo values={values} front={front} />} />
    </RecordCreate>
  );
}
