"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useFailureWords } from "@/components/failure";
import { isOpen, useDelayedChanges } from "@/components/lists/delayed-changes";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { Commission, Rejection } from "@/lib/contract/affiliate/commissions";
import type { Page } from "@/lib/contract/common";
import type { DelayedChange } from "@/lib/contract/desk/delayed-changes";
import { counts } from "@/lib/contract/desk/job-words";
import {
  canUndo,
  combine,
  isDecision,
  latestOf,
  mergeChanges,
  type ReviewDecision,
  type ReviewOperation,
  type SentDecision,
  targets,
} from "./decisions";

type Undone = { outcome: "undone" | "tooLate" | "nothing"; decision?: ReviewDecision };
/** `accepted` resolves to the id of the job, or to null if the server refused. */
type Request = SentDecision & { accepted: Promise<string | null> };

/** Decisions show on the screen at once, wait on the server for some seconds, and are then sent. */
export function useDecisions() {
  const t = useTranslations("commissions.says");
  const failure = useFailureWords();
  const queryClient = useQueryClient();
  const { desk, person } = useDesk();
  const changes = useDelayedChanges();
  const merge = useMergeChanges();
  const [sent, setSent] = useState<ReadonlyMap<string, Request>>(new Map());
  // The response itself updates the list of changes: fetching the list after each key press would never keep up.
  const delay = useMutation({ ...desk.delayed_changes.create.mutation(), meta: {} });
  const undoChange = useMutation({ ...desk.delayed_changes.undo.mutation(), meta: {} });
  const writes = changes.data?.data;
  const readAt = changes.dataUpdatedAt;

  const decisions = useMemo(
    () => combine(writes ?? [], readAt, sent.values(), person.name),
    [writes, readAt, sent, person.name],
  );
  const remember = (request: Request) => setSent((now) => new Map(now).set(request.id, request));
  const forget = (id: string) => setSent((now) => new Map([...now].filter(([each]) => each !== id)));
  useSettling(writes, ({ record, job }) => sent.get(record)?.job === job && forget(record));

  const decide = (id: string, label: string, operation: ReviewOperation, body?: Rejection) => {
    const write = { id, label: label.slice(0, 200), ...(body && { body }) };
    const accepted = delay
      .mutateAsync({ body: { api: "affiliate", resource: "commissions", operation, writes: [write] }, keepalive: true })
      .then(({ data }) => {
        const [first] = data;
        const job = first?.job ?? null;
        remember({ ...request, job, until: Date.now() + (first?.seconds_left ?? 0) * 1000 });
        merge(data);
        return job;
      })
      .catch((cause) => {
        forget(id);
        void queryClient.invalidateQueries({ queryKey: desk.delayed_changes.list.prefix });
        toast.error(failure(cause, (reason) => t("failed", { name: label, reason })));
        return null;
      });
    const request: Request = { id, operation, label, job: null, until: Date.now() + 8_000, accepted };
    remember(request);
  };

  const undo = async (): Promise<Undone> => {
    const decision = latestOf(decisions.values());
    if (!decision) return { outcome: "nothing" };
    if (!canUndo(decision, Date.now())) return { outcome: "tooLate", decision };
    const job = decision.job ?? (await sent.get(decision.id)?.accepted) ?? null;
    if (job === null) return { outcome: "nothing" };
    try {
      const { data } = await undoChange.mutateAsync({ params: { job } });
      // A response that is still on its way must not bring back the undone decision.
      await queryClient.cancelQueries({ queryKey: desk.delayed_changes.list.options().queryKey });
      const undone = data.some((write) => write.record === decision.id && write.state === "skipped");
      if (undone) forget(decision.id);
      merge(data);
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
  return (news: readonly DelayedChange[]) => {
    const before = queryClient.getQueryState<{ data: DelayedChange[] }>(queryKey);
    const now = Date.now();
    const data = mergeChanges(before?.data?.data ?? [], before?.dataUpdatedAt ?? now, news, now);
    queryClient.setQueryData(queryKey, { data });
  };
}

/** Until the list of commissions is fetched again, its cached rows get the status that was decided. */
function useSettling(writes: readonly DelayedChange[] | undefined, onSettled: (write: DelayedChange) => void) {
  const queryClient = useQueryClient();
  const { prefix } = useDesk().affiliate.commissions.list;
  const settled = useRef(new Set<string>());
  const settle = useEffectEvent((news: readonly DelayedChange[]) => {
    const closed = news.filter(isDecision).filter((write) => !isOpen(write) && !settled.current.has(write.id));
    for (const write of closed) {
      settled.current.add(write.id);
      onSettled(write);
    }
    const made = closed.filter(({ state }) => counts(state));
    const statuses = new Map(made.map(({ record, operation }) => [record, targets[operation]]));
    if (statuses.size > 0) {
      queryClient.setQueriesData<Page<Commission>>(
        { queryKey: [...prefix, "list"] },
        (page) =>
          page && { ...page, data: page.data.map((row) => ({ ...row, status: statuses.get(row.id) ?? row.status })) },
      );
    }
    const hasFailed = closed.some(({ state }) => state === "failed" || state === "unknown");
    if (hasFailed) void queryClient.invalidateQueries({ queryKey: prefix });
  });
  useEffect(() => {
    if (writes) settle(writes);
  }, [writes]);
}
