"use client";

import { useState } from "react";
import { RecordCreate, useCreateRecord } from "@/components/records/record-create";
import { useDesk } from "@/lib/api/desk";
import { LeadsTo, LinkForm } from "../link-form";
import { type LinkForm as Draft, nameOf, toBody, toForm } from "../to-draft";

type Props = { front: string | null; affiliate: string | null };

export function LinkCreate({ front, affiliate: owner }: Props) {
  const { affiliate } = useDesk();
  const create = useCreateRecord(affiliate.links, {
    toBody,
    nameOf: (created, form: Draft) => nameOf({ ...created, name: form.name.trim() || created.name }),
  });
  const [initial] = useState(() => toForm({ affiliate_id: owner ?? "" }));
  return (
    <RecordCreate api="affiliate" resource="links">
      <LinkForm initial={initial} onSave={create} beside={(values) => <LeadsTo values={values} front={front} />} />
    </RecordCreate>
  );
}
