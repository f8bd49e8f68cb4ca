"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSaveRecord } from "@/components/forms/use-save-record";
import { type Refusal, useFailureWords, useRefusal } from "@/components/query-error";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { Settings } from "@/lib/contract/checkout/settings";
import { ApiError } from "@/lib/contract/errors";
import { type Edits, toValues, type Values, wantedOf } from "./edits";
import { isSame, type Leaf, leafMeant, readLeaves, toPatch } from "./leaves";
import { useSettingWords } from "./setting-field";

type Outcome = {
  refused: Readonly<Record<string, string>>;
  refusal: Refusal | null;
  /** Settings that the API accepted but did not change. */
  ignored: readonly Leaf[];
};
type Options = {
  leaves: readonly Leaf[];
  onSaved: (saved: Edits) => void;
  /** Receives the settings that the API refused; empty if the error was about something else. */
  onRefused: (names: ReadonlySet<string>) => void;
};

const nothing: Outcome = { refused: {}, refusal: null, ignored: [] };
const show = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? "—"));

export function useSaveSettings({ leaves, onSaved, onRefused }: Options) {
  const t = useTranslations("service");
  const { checkout } = useDesk();
  const client = useQueryClient();
  const update = useMutation(checkout.settings.update.mutation());
  const words = useSettingWords();
  const refusalOf = useRefusal();
  const failureWords = useFailureWords();
  const [saving, setSaving] = useState(false);
  const [outcome, setOutcome] = useState(nothing);
  const read = checkout.settings.get.options();
  const leafOf = (name: string) => leaves.find((leaf) => leaf.name === name);
  const bodyOf = (values: Values) =>
    toPatch(Object.entries(values).map(([name, value]) => ({ path: leafOf(name)?.path ?? [name], value })));
  const readNow = () => toValues(readLeaves(client.getQueryData(read.queryKey) ?? {}));

  const record = useSaveRecord<Values, Settings>({
    read,
    toDraft: (settings) => toValues(readLeaves(settings)),
    words: {
      label: (name) => {
        const leaf = leafOf(name);
        return leaf ? words(leaf).label : name;
      },
      value: (_, value) => show(value),
    },
    async send(changed) {
      const before = readNow();
      await update.mutateAsync({ body: bodyOf(changed) });
      const after = readNow();
      const kept = Object.keys(changed).filter((name) => name in after && !isSame(after[name], changed[name]));
      setOutcome({ ...nothing, ignored: leaves.filter(({ name }) => kept.includes(name)) });
      const undone = Object.fromEntries(Object.keys(changed).map((name) => [name, before[name]]));
      return () => void bringBack(undone);
    },
  });

  async function save(edits: Edits) {
    setOutcome(nothing);
    setSaving(true);
    try {
      const { mine, base } = wantedOf(edits, leaves);
      if (await record.save(mine, base)) onSaved(edits);
    } catch (cause) {
      fail(cause);
    } finally {
      setSaving(false);
    }
  }

  async function bringBack(values: Values) {
    try {
      await update.mutateAsync({ body: bodyOf(values) });
      toast.success(t("undone"));
    } catch (cause) {
      toast.error(failureWords(cause, (reason) => t("undoFailed", { reason })));
    }
  }

  function fail(cause: unknown) {
    const names = leaves.map(({ name }) => name);
    const details = cause instanceof ApiError ? cause.details : [];
    const refused: Record<string, string> = {};
    const messages = details.length === 0 ? [(cause as Error).message] : [];
    for (const { field, message } of details) {
      const name = leafMeant(field, names);
      if (name) refused[name] = message;
      else messages.push(field ? `${field}: ${message}` : message);
    }
    setOutcome({ refused, refusal: refusalOf(cause, messages), ignored: [] });
    onRefused(new Set(Object.keys(refused)));
  }

  return {
    saving,
    save,
    dialog: record.dialog,
    ...outcome,
    forget: (name?: string) =>
      setOutcome((now) => {
        if (name === undefined) return nothing;
        const { [name]: _, ...refused } = now.refused;
        return { ...now, refused };
      }),
  };
}
