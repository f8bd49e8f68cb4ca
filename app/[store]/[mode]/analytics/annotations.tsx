"use client";

import { useMutation } from "@tanstack/react-query";
import { MessageSquarePlus, Pencil, Trash2, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { useFailureWords } from "@/components/query-error";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { lazyPart } from "@/components/ui/lazy-part";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { Annotation } from "@/lib/contract/desk/annotations";

const AnnotateDialog = lazyPart(() => import("./annotate-dialog").then((file) => ({ default: file.AnnotateDialog })));

export type Listed = Annotation & { sign: string };

export function useAnnotations(notes: readonly Annotation[] | undefined, rows: readonly { day: string }[]) {
  return useMemo(() => {
    const days = [...new Set((notes ?? []).map(({ day }) => day))].filter((day) => rows.some((row) => row.day === day));
    const listed = (notes ?? []).flatMap((note) =>
      days.includes(note.day) ? [{ ...note, sign: String(days.indexOf(note.day) + 1) }] : [],
    );
    const marks = days.map((day, n) => ({
      at: rows.findIndex((row) => row.day === day),
      sign: String(n + 1),
      text: listed.flatMap((note) => (note.day === day ? [note.text] : [])).join("; "),
    }));
    return { listed, marks };
  }, [notes, rows]);
}

export function Annotations({ notes, day }: { notes: readonly Listed[]; day: string }) {
  const t = useTranslations("analytics.annotations");
  const [dialog, setDialog] = useState<Annotation | "new" | null>(null);
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t border-line px-4 py-2.5">
      {notes.length > 0 && (
        <ul aria-label={t("title")} className="grid min-w-0 flex-1 basis-64 gap-1 text-sm">
          {notes.map((note) => (
            <Note key={note.id} note={note} onEdit={() => setDialog(note)} />
          ))}
        </ul>
      )}
      <Button
        size="sm"
        variant="ghost"
        icon={<MessageSquarePlus />}
        className="print:hidden"
        onClick={() => setDialog("new")}
      >
        {t("add")}
      </Button>
      {dialog !== null && (
        <AnnotateDialog note={dialog === "new" ? null : dialog} day={day} onClose={() => setDialog(null)} />
      )}
    </div>
  );
}

function Note({ note, onEdit }: { note: Listed; onEdit: () => void }) {
  const t = useTranslations("analytics.annotations");
  const { desk, format } = useDesk();
  const words = useFailureWords();
  const remove = useMutation({
    ...desk.annotations.delete.mutation(),
    onError: (cause) => toast.error(words(cause, (reason) => reason)),
  });
  return (
    <li className="flex min-h-7 items-center gap-2">
      <span className="grid size-5 shrink-0 place-items-center rounded-sm border border-line text-xs">{note.sign}</span>
      <span className="min-w-0 wrap-anywhere">
        <span className="text-muted">{format.day(note.day)}</span> {note.text}{" "}
        {note.shared && (
          <span className="text-muted">
            <Users aria-hidden className="inline size-3.5" /> {t("sharedBy", { name: note.owner })}
          </span>
        )}
      </span>
      {note.mine && (
        <span className="ms-auto inline-flex print:hidden">
          <IconButton size="sm" label={t("edit", { text: note.text })} icon={<Pencil aria-hidden />} onClick={onEdit} />
          <IconButton
            size="sm"
            label={t("delete", { text: note.text })}
            icon={<Trash2 aria-hidden />}
            onClick={() => !remove.isPending && remove.mutate({ params: { id: note.id } })}
          />
        </span>
      )}
    </li>
  );
}
