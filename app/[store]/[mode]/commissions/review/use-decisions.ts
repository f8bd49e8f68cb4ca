"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useHeld } from "@/components/lists/held";
import { useFailureWords } from "@/components/query-error";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { Commission, Rejection } from "@/lib/contract/affiliate/commissions";
import type { Page } from "@/lib/contract/common";
import type { HeldWrite } from "@/lib/contract/desk/held";
import {
  canUndo,
  combine,
  type Decision,
  isDecision,
  latestOf,
  mergeHeld,
  type Operation,
  type Sent,
  targets,
} from "./decisions";

export type Undone = { outcome: "undone" | "late" | "nothing"; decision?: Decision };

/** Decisions show on the screen at once, are held on the server for some seconds, and are then sent. */
export function useDecisions() {
  const t = useTranslations("commissions.says");
  const failure = useFailureWords();
  const queryClient = useQueryClient();
  const { desk, affiliate, person } = useDesk();
  const held = useHeld();
  const [sent, setSent] = useState<ReadonlyMap<string, Sent>>(new Map());
  const requests = useRef(new Map<string, Promise<string | null>>());
  // The response itself updates the list of held writes: fetching the list after each key press would never keep up.
  const hold = useMutation({ ...desk.held.hold.mutation(), meta: {} });
  const undoHeld = useMutation({ ...desk.held.undo.mutation(), meta: {} });
  const writes = held.data?.data;
  const readAt = held.dataUpdatedAt;

  const decisions = useMemo(
    () => combine(writes ?? [], readAt, sent.values(), person.name),
    [writes, readAt, sent, person.name],
  );

  const keep = (id: string, next: Sent | null) =>
    setSent((now) => {
      const map = new Map(now);
      if (next) map.set(id, next);
      else map.delete(id);
      return map;
    });

  const merge = (news: readonly HeldWrite[]) => {
    const { queryKey } = desk.held.list.options();
    const before = queryClient.getQueryState<{ data: HeldWrite[] }>(queryKey);
    const now = Date.now();
    const data = mergeHeld(before?.data?.data ?? [], before?.dataUpdatedAt ?? now, news, now);
    queryClient.setQueryData(queryKey, { data });
  };

  const decide = (id: string, label: string, operation: Operation, body?: Rejection) => {
    const decision: Sent = { id, operation, label, batch: null, until: Date.now() + 8_000 };
    keep(id, decision);
    const write = { id, label: label.slice(0, 200), ...(body && { body }) };
    const request = hold
      .mutateAsync({ body: { api: "affiliate", resource: "commissions", operation, writes: [write] }, keepalive: true })
      .then(({ data }) => {
        const [first] = data;
        const batch = first?.batch ?? null;
        keep(id, { ...decision, batch, until: Date.now() + (first?.seconds_left ?? 0) * 1000 });
        merge(data);
        return batch;
      })
      .catch((cause) => {
        keep(id, null);
        void queryClient.invalidateQueries({ queryKey: desk.held.list.prefix });
        toast.error(failure(cause, (reason) => t("failed", { name: label, reason })));
        return null;
      });
    requests.current.set(id, request);
  };

  const undo = async (): Promise<Undone> => {
    const decision = latestOf(decisions.values());
    if (!decision) return { outcome: "nothing" };
    if (!canUndo(decision, Date.now())) return { outcome: "late", decision };
    const batch = decision.batch ?? (await requests.current.get(decision.id)) ?? null;
    if (batch === null) return { outcome: "nothing" };
    try {
      const { data } = await undoHeld.mutateAsync({ params: { batch } });
      // A response that is still on its way must not bring back the undone decision.
      await queryClient.cancelQueries({ queryKey: desk.held.list.options().queryKey });
      const undone = data.some((write) => write.record === decision.id && write.state === "undone");
      if (undone) keep(decision.id, null);
      merge(data);
      return { outcome: undone ? "undone" : "late", decision };
    } catch (cause) {
      toast.error(failure(cause, (reason) => reason));
      return { outcome: "nothing" };
    }
  };

  const settled = useRef(new Set<string>());
  const settle = useEffectEvent((news: readonly HeldWrite[]) => {
    const done = new Map<string, string>();
    let failed = false;
    for (const write of news.filter(isDecision)) {
      if (write.state === "held" || write.state === "sending" || settled.current.has(write.id)) continue;
      settled.current.add(write.id);
      if (sent.get(write.record)?.batch === write.batch) keep(write.record, null);
      if (write.state === "done" || write.state === "already") done.set(write.record, targets[write.operation]);
      else failed ||= write.state !== "undone";
    }
    // Until the list is fetched again, its cached rows get the decided status.
    if (done.size > 0) {
      queryClient.setQueriesData<Page<Commission>>(
        { queryKey: [...affiliate.commissions.list.prefix, "list"] },
        (page) =>
          page && { ...page, data: page.data.map((row) => ({ ...row, status: done.get(row.id) ?? row.status })) },
      );
    }
    if (failed) void queryClient.invalidateQueries({ queryKey: affiliate.commissions.list.prefix });
  });
  useEffect(() => {
    if (writes) settle(writes);
  }, [writes]);

  return { decisions, decide, undo };
}
