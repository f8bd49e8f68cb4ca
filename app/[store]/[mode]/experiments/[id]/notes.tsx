"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { useAttempt } from "@/components/attempt";
import { Waiting } from "@/components/query-error";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Textarea } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { notesTo } from "./reads";

const longestNote = 2_000;

export function Notes({ id }: { id: string }) {
  const t = useTranslations("experiments");
  const context = useDesk();
  const { desk, format } = context;
  const attempt = useAttempt();
  const notes = useQuery(notesTo(context, id));
  const create = useMutation(desk.experiment_notes.create.mutation());
  const remove = useMutation(desk.experiment_notes.delete.mutation());
  const [text, setText] = useState("");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const body = { text: text.trim() };
    if (body.text === "" || create.isPending) return;
    const made = () => create.mutateAsync({ params: { id }, body });
    if (await attempt(made, (reason) => t("notes.failed", { reason }))) setText("");
  };
  const onRemove = (note: string) =>
    attempt(
      () => remove.mutateAsync({ params: { id, note } }),
      (reason) => t("notes.kept", { reason }),
    );
  return (
    <Panel
      title={t("panels.notes")}
      description={t("notes.about")}
      className={notes.data?.data.length ? undefined : "print:hidden"}
    >
      {!notes.data ? (
        <Waiting of={notes} lines={2} />
      ) : (
        <ul data-testid="notes" className="grid gap-2">
          {notes.data.data.map((note) => (
            <li key={note.id} className="flex items-start justify-between gap-3 border-b border-line pb-2">
              <div className="min-w-0">
                <p className="whitespace-pre-wrap wrap-anywhere">{note.text}</p>
                <p className="text-sm text-muted">
                  {t("notes.by", { author: note.author, at: format.dateTime(note.at) })}
                </p>
              </div>
              {note.mine && (
                <IconButton
                  size="sm"
                  label={t("notes.delete", { at: format.dateTime(note.at) })}
                  icon={<Trash2 aria-hidden />}
                  className="print:hidden"
                  onClick={() => onRemove(note.id)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={submit} className="mt-3 grid max-w-prose justify-items-start gap-2 print:hidden">
        <Field label={t("notes.new")} className="w-full">
          <Textarea value={text} maxLength={longestNote} onChange={(event) => setText(event.target.value)} />
        </Field>
        <Button type="submit" pending={create.isPending}>
          {t("notes.add")}
        </Button>
      </form>
    </Panel>
  );
}
