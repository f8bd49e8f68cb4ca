"use client";

import { Fragment, type ReactNode, useMemo } from "react";
import type { FieldValues } from "react-hook-form";
import { ChangedElsewhere } from "@/components/forms/changed-elsewhere";
import type { FormOf } from "@/components/forms/record-form";
import { type SaveOptions, useSaveRecord } from "@/components/forms/use-save-record";
import { Button } from "@/components/ui/button";
import { useAttempt } from "@/components/use-attempt";
import { ApiError } from "@/lib/contract/errors";

type Props<T extends FieldValues, R> = SaveOptions<T, R> & {
  api: "checkout" | "affiliate";
  resource: string;
  record: R;
  /** What is said when somebody else changes the record, unless the page around says so. */
  changedElsewhere?: string;
  /** If somebody deletes the record during editing, the entered values can be saved as a new one. */
  createAnew?: { label: string; create: (edited: T) => Promise<unknown> };
  children: (form: FormOf<T>) => ReactNode;
};

/** The form of a record that exists: it follows changes of others and saves only what was changed. */
export function RecordEditor<T extends FieldValues, R extends { id: string; updated_at?: string | undefined }>(
  props: Props<T, R>,
) {
  const { api, resource, record, changedElsewhere, createAnew, children, ...options } = props;
  const { toDraft } = options;
  const attempt = useAttempt();
  const { save, dialog } = useSaveRecord<T, R>(options);
  const draft = useMemo(() => toDraft(record), [toDraft, record]);
  const explain = (cause: unknown, edited: T) =>
    cause instanceof ApiError &&
    cause.status === 404 &&
    createAnew && (
      <Button size="sm" className="mt-1" onClick={() => attempt(() => createAnew.create(edited))}>
        {createAnew.label}
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
