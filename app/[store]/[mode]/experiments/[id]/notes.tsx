"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { useAttempt } from "@/components/attempt";
import { PlainField, PlainForm } from "@/components/forms/plain-form";
import { Waiting } from "@/components/query-error";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { Textarea } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { notesTo } from "../reads";

export function Notes({ id }: { id: string }) {
  const t = useTranslations("experiments");
  const context = useDesk();
  const { desk, format } = context;
  const attempt = useAttempt();
  const notes = useQuery(notesTo(context, id));
  const { mutateAsync: create } = useMutation(desk.experiment_notes.create.mutation());
  const { mutateAsync: remove } = useMutation(desk.experiment_notes.delete.mutation());
  const onRemove = (note: string) =>
    attempt(
      () => remove({ params: { id, note } }),
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
      <TextForm
        name="text"
        label={t("notes.new")}
        submit={t("notes.add")}
        className="mt-3 print:hidden"
        onSend={async (text, form) => {
          await create({ params: { id }, body: { text } });
          form.reset();
        }}
      />
    </Panel>
  );
}

const longest = 2_000;

type TextProps = Pick<ComponentProps<typeof PlainForm>, "submit" | "button" | "beside" | "className"> & {
  name: string;
  label: string;
  text?: string;
  onSend: (text: string, form: HTMLFormElement) => Promise<void>;
};

export function TextForm({ name, label, text, className, onSend, ...form }: TextProps) {
  return (
    <PlainForm
      {...form}
      names={[name]}
      className={cn("grid max-w-prose justify-items-start gap-2 *:first:w-full", className)}
      onSend={(values, element) => onSend(values[name] ?? "", element)}
    >
      <PlainField name={name} label={label}>
        <Textarea name={name} defaultValue={text} maxLength={longest} />
      </PlainField>
    </PlainForm>
  );
}
