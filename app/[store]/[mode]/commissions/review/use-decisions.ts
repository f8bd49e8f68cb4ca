"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useFailureWords } from "@/components/failure";
import { isOpen, useHeld } from "@/components/lists/held";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { Commission, Rejection } from "@/lib/contract/affiliate/commissions";
import type { Page } from "@/lib/contract/common";
import type { HeldWrite } from "@/lib/contract/desk/held";
import { heldStates } from "@/lib/contract/desk/held-states";
import {
  canUndo,
  combine,
  isDecision,
  latestOf,
  mergeHeld,
  type ReviewDecision,
  type ReviewOperation,
  type SentDecision,
  targets,
} from "./decisions";

type Undone = { outcome: "undone" | "tooLate" | "nothing"; decision?: ReviewDecision };
/** `accepted` resolves to the batch, or to null if the server refused. */
type Request = SentDecision & { accepted: Promise<string | null> };

/** Decisions show on the screen at once, are held on the server for some seconds, and are then sent. */
export function useDecisions() {
  const t = useTranslations("commissions.says");
  const failure = useFailureWords();
  const queryClient = useQueryClient();
  const { desk, person } = useDesk();
  const held = useHeld();
  const merge = useMergeHeld();
  const [sent, setSent] = useState<ReadonlyMap<string, Request>>(new Map());
  // The response itself updates the list of held writes: fetching the list after each key press would never keep up.
  const hold = useMutation({ ...desk.held.hold.mutation(), meta: {} });
  const undoHeld = useMutation({ ...desk.held.undo.mutation(), meta: {} });
  const writes = held.data?.data;
  const readAt = held.dataUpdatedAt;

  const decisions = useMemo(
    () => combine(writes ?? [], readAt, sent.values(), person.name),
    [writes, readAt, sent, person.name],
  );
  const remember = (request: Request) => setSent((now) => new Map(now).set(request.id, request));
  const forget = (id: string) => setSent((now) => new Map([...now].filter(([each]) => each !== id)));
  useSettling(writes, ({ record, batch }) => sent.get(record)?.batch === batch && forget(record));

  const decide = (id: string, label: string, operation: ReviewOperation, body?: Rejection) => {
    const write = { id, label: label.slice(0, 200), ...(body && { body }) };
    const accepted = hold
      .mutateAsync({ body: { api: "affiliate", resource: "commissions", operation, writes: [write] }, keepalive: true })
      .then(({ data }) => {
        const [first] = data;
        const batch = first?.batch ?? null;
        remember({ ...request, batch, until: Date.now() + (first?.seconds_left ?? 0) * 1000 });
        merge(data);
        return batch;
      })
      .catch((cause) => {
        forget(id);
        void queryClient.invalidateQueries({ queryKey: desk.held.list.prefix });
        toast.error(failure(cause, (reason) => t("failed", { name: label, reason })));
        return null;
      });
    const request: Request = { id, operation, label, batch: null, until: Date.now() + 8_000, accepted };
    remember(request);
  };

  const undo = async (): Promise<Undone> => {
    const decision = latestOf(decisions.values());
    if (!decision) return { outcome: "nothing" };
    if (!canUndo(decision, Date.now())) return { outcome: "tooLate", decision };
    const batch = decision.batch ?? (await sent.get(decision.id)?.accepted) ?? null;
    if (batch === null) return { outcome: "nothing" };
    try {
      const { data } = await undoHeld.mutateAsync({ params: { batch } });
      // A response that is still on its way must not bring back the undone decision.
      await queryClient.cancelQueries({ queryKey: desk.held.list.options().queryKey });
      const undone = data.some((write) => write.record === decision.id && write.state === "undone");
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

function useMergeHeld() {
  const queryClient = useQueryClient();
  const { queryKey } = useDesk().desk.held.list.options();
  return (news: readonly HeldWrite[]) => {
    const before = queryClient.getQueryState<{ data: HeldWrite[] }>(queryKey);
    const now = Date.now();
    const data = mergeHeld(before?.data?.data ?? [], before?.dataUpdatedAt ?? now, news, now);
    queryClient.setQueryData(queryKey, { data });
  };
}

/** Until the list of commissions is fetched again, its cached rows get the status that was decided. */
function useSettling(writes: readonly HeldWrite[] | undefined, onSettled: (write: HeldWrite) => void) {
  const queryClient = useQueryClient();
  const { prefix } = useDesk().affiliate.commissions.list;
  const settled = useRef(new Set<string>());
  const settle = useEffectEvent((news: readonly HeldWrite[]) => {
    const closed = news.filter(isDecision).filter((write) => !isOpen(write) && !settled.current.has(write.id));
    for (const write of closed) {
      settled.current.add(write.id);
      onSettled(write);
    }
    const made = closed.filter(({ state }) => heldStates[state].counts);
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
