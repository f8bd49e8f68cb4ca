"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { type DefaultValues, type FieldValues, type Path, type Resolver, useForm, useWatch } from "react-hook-form";
import type * as z from "zod";
import { isRecord } from "@/lib/contract/errors";
import { changedFields, fieldsOf, follow, same } from "./merge-edits";
import { useMissingWords } from "./missing-words";
import { useDraft } from "./use-draft";

export type RecordState<T extends FieldValues> = {
  initial: T;
  current?: T;
  kind: string;
  /** The key of the record's draft, and the version of the record that it is based on. */
  draft?: { record: string; base: string | null };
  readOnly?: boolean;
  /** The schema is large, so it is loaded when the form is first touched. */
  loadCheck: () => Promise<{ resolve: Resolver<T> }>;
};

/** Checks by the schema of an operation. */
export const checkBy =
  <T extends FieldValues>(load: () => Promise<z.ZodType<T, T>>) =>
  async () => {
    const [{ zodResolver }, schema] = await Promise.all([import("@hookform/resolvers/zod"), load()]);
    return { resolve: zodResolver(schema) };
  };

/** Errors are nested as the values are. */
function reword(errors: object, wordsOf: (path: string) => string | undefined, path = ""): void {
  for (const [name, error] of Object.entries(errors)) {
    if (typeof error !== "object" || error === null) continue;
    const inner = path + name;
    if (typeof error.message === "string") error.message = wordsOf(inner) ?? error.message;
    else reword(error, wordsOf, `${inner}.`);
  }
}

export const newDraft = { record: "new", base: null };

export function useRecordForm<T extends FieldValues>(state: RecordState<T>) {
  const { initial, current, kind, draft = newDraft, readOnly, loadCheck } = state;
  const missing = useMissingWords();
  const form = useForm<T>({
    resolver: async (values, ...rest) => {
      const result = await (await loadCheck()).resolve(values, ...rest);
      reword(result.errors, (path) => missing(values, path));
      return result;
    },
    // `focusField` is used instead: it follows the order on the screen and finds every kind of control.
    shouldFocusError: false,
    defaultValues: initial as DefaultValues<T>,
  });
  const values = useWatch({ control: form.control }) as T;
  /** The value of each field when the form last matched the record; changes are relative to it. */
  const [base, setBase] = useState(initial);
  const changes = changedFields(values, base);
  const fields = fieldsOf(changes);
  const isDirty = fields.length > 0;
  const stored = useDraft({
    kind,
    ...draft,
    // The base is stored as well, so that a draft restored after a crash does not silently overwrite others' work.
    changes: isDirty ? { ...changes, before: Object.fromEntries(fields.map((field) => [field, base[field]])) } : null,
    enabled: !readOnly,
  });

  const set = (field: string, value: unknown) => form.setValue(field as Path<T>, value as never);

  const followRecord = useEffectEvent((now: T) => {
    const { base: next, moved } = follow(base, form.getValues(), now);
    if (moved.length === 0) return;
    setBase(next);
    for (const field of moved) set(field, now[field]);
  });
  useEffect(() => {
    if (current) followRecord(current);
  }, [current]);

  return {
    form,
    values,
    base,
    isDirty,
    stored,
    /** Saved values become the new base; input that was entered while saving stays as a change. */
    settle(entered: T, saved: T) {
      const now = form.getValues();
      setBase(saved);
      for (const field of fieldsOf(saved)) {
        if (same(now[field], entered[field]) && !same(now[field], saved[field])) set(field, saved[field]);
      }
    },
    discard() {
      stored.forget();
      setBase(current ?? initial);
      form.reset(current ?? initial);
    },
    restore() {
      const { before, ...changed } = stored.restore();
      for (const [field, value] of Object.entries(changed)) if (field in initial) set(field, withNumbers(value));
      if (isRecord(before)) {
        const known = Object.entries(before).filter(([field]) => field in initial);
        setBase({ ...base, ...Object.fromEntries(known.map(([field, value]) => [field, withNumbers(value)])) });
      }
    },
  };
}

/** JSON has no value for a number that is still empty. */
function withNumbers(value: unknown): unknown {
  if (value === null) return Number.NaN;
  if (Array.isArray(value)) return value.map(withNumbers);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withNumbers(inner)]));
}
