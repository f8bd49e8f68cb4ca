"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { useFailureWords } from "@/components/failure";
import { useDelayedChanges } from "@/components/lists/use-delayed-changes";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { Rejection } from "@/lib/contract/affiliate/commissions";
import type { DelayedChange } from "@/lib/contract/desk/delayed-changes";
import {
  canUndo,
  combine,
  latestOf,
  mergeChanges,
  type ReviewDecision,
  type ReviewOperation,
  type SavedDecision,
} from "./decisions";

type Undone = { outcome: "undone" | "tooLate" | "nothing"; decision?: ReviewDecision };
/** `accepted` resolves to the id of the job, or to null if the server refused. */
type Request = SavedDecision & { accepted: Promise<string | null> };

/** Decisions show on the screen at once, wait on the server for some seconds, and are then sent. */
export function useDecisions() {
  const t = useTranslations("commissions.says");
  const failure = useFailureWords();
  const queryClient = useQueryClient();
  const { desk, person } = useDesk();
  const { data, dataUpdatedAt } = useDelayedChanges();
  const merge = useMergeChanges();
  const [saving, setSaving] = useState<ReadonlyMap<string, Request>>(new Map());
  // The response itself updates the list of changes: fetching the list after each key press would never keep up.
  const delay = useMutation({ ...desk.delayed_changes.create.mutation(), meta: {} });
  const undoChange = useMutation({ ...desk.delayed_changes.undo.mutation(), meta: {} });

  const decisions = useMemo(
    () => combine(data?.data ?? [], dataUpdatedAt, saving.values(), person.name),
    [data, dataUpdatedAt, saving, person.name],
  );
  const forget = (id: string) => setSaving((now) => new Map([...now].filter(([each]) => each !== id)));

  const decide = (id: string, label: string, operation: ReviewOperation, body?: Rejection) => {
    const write = { id, label: label.slice(0, 200), ...(body && { body }) };
    const accepted = delay
      .mutateAsync({ body: { api: "affiliate", resource: "commissions", operation, writes: [write] }, keepalive: true })
      .then(async ({ data }) => {
        await merge(data);
        return data[0]?.job ?? null;
      })
      .catch((cause) => {
        void queryClient.invalidateQueries({ queryKey: desk.delayed_changes.list.prefix });
        toast.error(failure(cause, (reason) => t("failed", { name: label, reason })));
        return null;
      })
      .finally(() => forget(id));
    const request: Request = { id, operation, label, until: Date.now() + 8_000, accepted };
    setSaving((now) => new Map(now).set(id, request));
  };

  const undo = async (): Promise<Undone> => {
    const decision = latestOf(decisions.values());
    if (!decision) return { outcome: "nothing" };
    if (!canUndo(decision, Date.now())) return { outcome: "tooLate", decision };
    const job = decision.job ?? (await saving.get(decision.id)?.accepted) ?? null;
    if (job === null) return { outcome: "nothing" };
    try {
      const { data } = await undoChange.mutateAsync({ params: { job } });
      await merge(data);
      const undone = data.some(({ record, state }) => record === decision.id && state === "skipped");
      return { outcome: undone ? "undone" : "tooLate", decision };
    } catch (cause) {
      toast.error(failure(cause, (reason) => reason));
      return { outcome: "nothing" };
    }
  };

  return { decisions, decide, undo };
}

function useMergeChanges() {
  const queryClient = useQueryClient();
  const { queryKey } = useDesk().desk.delayed_changes.list.options();
  return async (news: readonly DelayedChange[]) => {
    // A response that is still on its way must not bring back what was before.
    await queryClient.cancelQueries({ queryKey });
    const before = queryClient.getQueryState<{ data: DelayedChange[] }>(queryKey);
    const now = Date.now();
    const data = mergeChanges(before?.data?.data ?? [], before?.dataUpdatedAt ?? now, news, now);
    queryClient.setQueryData(queryKey, { data });
  };
}
