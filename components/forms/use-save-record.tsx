"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ComponentType, type ReactNode, useState } from "react";
import { lazyPart } from "@/components/ui/lazy-part";
import { toast } from "@/components/ui/toast";
import { ApiError } from "@/lib/contract/errors";
import type { Conflict, FieldWords } from "./conflict-dialog";
import { changedFields, divergences, merge } from "./merge-edits";

const ConflictDialog = lazyPart(() => import("./conflict-dialog"));

export type SaveOptions<T, R> = {
  read: { queryKey: readonly unknown[] };
  toDraft: (record: R) => T;
  words: FieldWords<T>;
  /** Receives only changed fields, and may return a function that undoes the change. */
  send: (changed: Partial<T>) => Promise<unknown>;
};

/** Before saving, the record is read again. If somebody else has changed it, the person decides about each field. */
export function useSaveRecord<T extends object, R>({ read, toDraft, words, send }: SaveOptions<T, R>) {
  const t = useTranslations("form");
  const queryClient = useQueryClient();
  const [conflict, setConflict] = useState<Conflict<T> | null>(null);
  const ask = (open: Conflict<T>["divergences"]) =>
    new Promise<(keyof T & string)[] | null>((resolve) => {
      setConflict({
        divergences: open,
        words,
        decide(taken) {
          setConflict(null);
          resolve(taken);
        },
      });
    });

  async function save(edited: T, base: T): Promise<T | null> {
    if (Object.keys(changedFields(edited, base)).length === 0) {
      toast.info(t("nothingChanged"));
      return edited;
    }
    const record = await queryClient.fetchQuery<R>({
      ...read,
      staleTime: 0,
      // A person is waiting, so only a pause that the API asks for is waited out.
      retry: (failures, error) => failures < 3 && error instanceof ApiError && error.status === 429,
    });
    const theirs = toDraft(record);
    const open = divergences(base, edited, theirs);
    const taken = open.length === 0 ? [] : await ask(open);
    if (!taken) return null;
    const wanted = merge(edited, theirs, taken);
    const changed = changedFields(wanted, theirs);
    const undo = Object.keys(changed).length > 0 ? await send(changed) : undefined;
    if (typeof undo === "function") toast.undo({ message: t("saved"), onUndo: () => undo() });
    else toast.success(t("saved"));
    return wanted;
  }

  const Dialog = ConflictDialog as unknown as ComponentType<Conflict<T>>;
  const dialog: ReactNode = conflict && <Dialog {...conflict} />;
  return { save, dialog };
}
