"use client";

import { useMutation } from "@tanstack/react-query";
import { Fragment, type ReactNode, useMemo } from "react";
import type { FieldValues } from "react-hook-form";
import { useAttempt } from "@/components/attempt";
import { ChangedElsewhere } from "@/components/forms/changed-elsewhere";
import type { FormOf } from "@/components/forms/record-form";
import { type SaveOptions, useSaveRecord } from "@/components/forms/use-save-record";
import { Button } from "@/components/ui/button";
import type { LiveChange } from "@/lib/contract/desk/live";
import { ApiError } from "@/lib/contract/errors";
import { type CreatesRecord, useCreateRecord } from "./record-create";

type Props<T extends FieldValues, R> = Pick<SaveOptions<T, R>, "toDraft" | "words"> & {
  of: CreatesRecord<{ id: string }> & {
    get: { prefix: readonly string[]; options(input: { params: { id: string } }): SaveOptions<T, R>["read"] };
    update: { mutation(): { mutationFn: (input: { params: { id: string }; body: never }) => Promise<unknown> } };
  };
  record: R;
  toBody?: (changed: Partial<T>) => object;
  onSaved?: () => void;
  /** What is said when somebody else changes the record, unless the page around says so. */
  changedElsewhere?: string;
  /** Offers to save the entered values as a new record if somebody deletes the record during editing. */
  createAnew?: string;
  /** Whether the record can no longer be changed, so that it is as good as deleted. */
  closed?: boolean;
  children: (form: FormOf<T>) => ReactNode;
};

/** The form of a record that exists: it follows changes of others and saves only what was changed. */
export function RecordEditor<T extends FieldValues, R extends { id: string; updated_at?: string | undefined }>(
  props: Props<T, R>,
) {
  const { of, record, toDraft, words, toBody, onSaved, changedElsewhere, createAnew, closed, children } = props;
  const params = { id: record.id };
  const [, , api, resource] = of.get.prefix as [store: string, mode: string, api: LiveChange["api"], resource: string];
  const { mutateAsync: update } = useMutation(of.update.mutation());
  const create = useCreateRecord<T>(of, toBody && { toBody });
  const attempt = useAttempt();
  const { save, dialog } = useSaveRecord<T, R>({
    read: of.get.options({ params }),
    toDraft,
    words,
    async send(changed) {
      await update({ params, body: (toBody?.(changed) ?? changed) as never });
      onSaved?.();
    },
  });
  const draft = useMemo(() => toDraft(record), [toDraft, record]);
  const explain = (cause: unknown, edited: T) =>
    cause instanceof ApiError &&
    (cause.status === 404 || closed) &&
    createAnew && (
      <Button size="sm" className="mt-1" onClick={() => attempt(() => create(edited))}>
        {createAnew}
      </Button>
    );
  return (
    <>
      {changedElsewhere && (
        <ChangedElsewhere api={api} resource={resource} record={record.id} text={changedElsewhere} />
      )}
      <Fragment key={record.id}>
        {children({
          initial: draft,
          current: draft,
          draft: { record: record.id, base: record.updated_at ?? null },
          onSave: save,
          explain,
        })}
      </Fragment>
      {dialog}
    </>
  );
}
