"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { FormDialog } from "@/components/forms/form-dialog";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { DateInput, Input } from "@/components/ui/input";
import { useDesk } from "@/lib/api/desk";
import { messageAt } from "@/lib/api/form-errors";
import type { Annotation } from "@/lib/contract/desk/annotations";

type Props = { note: Annotation | null; day: string; onClose: () => void };

// This is a plain form, because the form library would be larger than these three fields.
export function AnnotateDialog({ note, day, onClose }: Props) {
  const t = useTranslations("analytics.annotations");
  const { desk, role } = useDesk();
  const [draft, setDraft] = useState({ day: note?.day ?? day, text: note?.text ?? "", shared: note?.shared ?? false });
  const [tried, setTried] = useState(false);
  const create = useMutation(desk.annotations.create.mutation());
  const update = useMutation(desk.annotations.update.mutation());
  const save = note ? update : create;
  const missing = draft.text.trim() === "";
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (missing || draft.day === "" || save.isPending) return;
    try {
      await (note ? update.mutateAsync({ params: { id: note.id }, body: draft }) : create.mutateAsync({ body: draft }));
      onClose();
    } catch {}
  };
  return (
    <FormDialog
      shape="sm"
      title={t(note ? "editTitle" : "addTitle")}
      description={t("hint")}
      submit={t("save")}
      pending={save.isPending}
      onClose={onClose}
      form={{ onSubmit: submit }}
    >
      <Field label={t("text")} error={tried && missing ? t("missing") : messageAt(save.error, "text")}>
        <Input
          value={draft.text}
          maxLength={200}
          onChange={(event) => setDraft({ ...draft, text: event.target.value })}
        />
      </Field>
      <Field label={t("day")} error={tried && draft.day === "" ? t("dayMissing") : undefined}>
        <DateInput value={draft.day} onValueChange={(day) => setDraft({ ...draft, day })} />
      </Field>
      {role !== "analyst" && (
        <Checkbox
          checked={draft.shared}
          onChange={(event) => setDraft({ ...draft, shared: event.target.checked })}
          label={t("share")}
        />
      )}
    </FormDialog>
  );
}
