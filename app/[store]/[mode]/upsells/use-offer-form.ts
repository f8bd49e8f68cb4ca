"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { type Resolver, useForm, useWatch } from "react-hook-form";
import { useDraft } from "@/components/use-draft";
import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";
import { isRecord } from "@/lib/contract/errors";
import { changedFields, type Field, follow, same } from "./merge-edits";

/** The schema weighs: it comes with the first touch of the form, and is waited for where it must judge. */
export const loadCheck = () => import("./check-offer");
type Check = Awaited<ReturnType<typeof loadCheck>>;

const resolver: Resolver<UpsellDraft> = async (...given) => (await loadCheck()).resolve(...given);

export type FormState = {
  initial: UpsellDraft;
  /** The record as it is now; absent for an offer that does not exist yet. */
  current?: UpsellDraft;
  /** What a draft of it is kept under, and which state of the record it is of. */
  draft: { record: string; base: string | null };
  readOnly: boolean;
};

/** What is entered, the ground it stands on, and the offer that it makes. */
export function useOfferForm({ initial, current, draft, readOnly }: FormState) {
  // Ours focuses by the order on the screen, and finds every kind of control.
  const form = useForm<UpsellDraft>({ resolver, shouldFocusError: false, defaultValues: initial });
  const values = useWatch({ control: form.control }) as UpsellDraft;
  /** What each field was when it was last the record's: what a change is a change of. */
  const [base, setBase] = useState(initial);
  const changes = changedFields(values, base);
  const fields = Object.keys(changes) as Field[];
  const isDirty = fields.length > 0;
  const kept = useDraft({
    kind: "upsell",
    ...draft,
    // With its ground, so that also what comes back after a crash undoes nobody's work unseen.
    changes: isDirty ? { ...changes, before: Object.fromEntries(fields.map((field) => [field, base[field]])) } : null,
    enabled: !readOnly,
  });

  const set = (field: Field, value: unknown) => form.setValue(field, withNumber(value) as never);

  const followRecord = useEffectEvent((now: UpsellDraft) => {
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
    kept,
    /** What was saved is the new ground; what was typed while it was on its way stays, as a change. */
    settle(entered: UpsellDraft, saved: UpsellDraft) {
      const now = form.getValues();
      setBase(saved);
      for (const field of Object.keys(saved) as Field[]) {
        if (same(now[field], entered[field]) && !same(now[field], saved[field])) set(field, saved[field]);
      }
    },
    discard() {
      kept.forget();
      setBase(current ?? initial);
      form.reset(current ?? initial);
    },
    restore() {
      const { before, ...changed } = kept.restore();
      for (const [field, value] of Object.entries(changed)) if (field in initial) set(field as Field, value);
      if (isRecord(before)) {
        const known = Object.entries(before).filter(([field]) => field in initial);
        setBase({ ...base, ...Object.fromEntries(known.map(([field, value]) => [field, withNumber(value)])) });
      }
    },
  };
}

/** The offer as it would be sent, drawn from the parsed body: see `readOffer`. */
export function useReadOffer(values: UpsellDraft, initial: UpsellDraft): { offer: UpsellDraft; prepare: () => void } {
  const [check, setCheck] = useState<Check | null>(null);
  const prepare = () => {
    // Without it nothing new is shown; whoever saves is told why.
    if (!check) void loadCheck().then(setCheck, () => {});
  };
  const isTouched = !same(values, initial);
  const touched = useEffectEvent(prepare);
  useEffect(() => {
    if (isTouched) touched();
  }, [isTouched]);
  return { offer: check ? check.readOffer(values) : initial, prepare };
}

/** JSON has no word for a discount that is still empty. */
function withNumber(value: unknown): unknown {
  return isRecord(value) && value.value === null ? { ...value, value: Number.NaN } : value;
}
