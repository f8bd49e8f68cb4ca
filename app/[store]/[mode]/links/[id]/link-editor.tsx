"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { ChangedElsewhere } from "@/components/forms/changed-elsewhere";
import type { FieldWords } from "@/components/forms/conflict-dialog";
import { useSaveRecord } from "@/components/forms/use-save-record";
import { useDesk } from "@/lib/api/desk";
import type { Link } from "@/lib/contract/affiliate/links";
import { LeadsTo } from "../leads-to";
import { LinkForm } from "../link-form";
import { type LinkForm as Draft, toForm, toPatch } from "../to-draft";
import { LinkFacts } from "./link-facts";
import { QrPanel } from "./qr-panel";

export function LinkEditor({ link }: { link: Link }) {
  const t = useTranslations("links.form");
  const { affiliate } = useDesk();
  const { mutateAsync: update } = useMutation(affiliate.links.update.mutation());
  const params = { id: link.id };
  const words: FieldWords<Draft> = {
    label: (field) => t(`labels.${field}`),
    value: (_field, value) => String(value) || t("nothing"),
  };
  const { save, dialog } = useSaveRecord<Draft, Link>({
    read: affiliate.links.get.options({ params }),
    toDraft: toForm,
    words,
    send: (changed) => update({ params, body: toPatch(changed) }),
  });
  const draft = useMemo(() => toForm(link), [link]);
  return (
    <>
      <ChangedElsewhere api="affiliate" resource="links" record={link.id} text={t("changedElsewhere")} />
      <LinkForm
        key={link.id}
        initial={draft}
        current={draft}
        draft={{ record: link.id, base: null }}
        saveLabel={t("saveAction")}
        onSave={save}
        beside={(values) => (
          <>
            <LeadsTo values={values} front={null} url={link.url} />
            <QrPanel link={link} />
          </>
        )}
      >
        <LinkFacts link={link} />
      </LinkForm>
      {dialog}
    </>
  );
}
