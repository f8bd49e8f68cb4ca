"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useDelayedChanges } from "@/components/lists/use-delayed-changes";
import { announce } from "@/components/ui/announce";
import { useShortcut } from "@/components/ui/use-shortcut";
import { useDesk } from "@/lib/api/desk";
import type { Affiliate } from "@/lib/contract/affiliate/affiliates";
import { counts } from "@/lib/contract/desk/job-words";
import { nameOf, useAffiliateChanges } from "../use-affiliate-changes";

/** Applications are reviewed by keyboard. Each decision opens the next applicant who waits. */
export function useReview(rows: readonly Affiliate[], mayDecide: boolean) {
  const t = useTranslations("affiliates.applications");
  const changes = useAffiliateChanges();
  const decisions = useDecisions();
  const [current, setCurrent] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const waiting = rows.filter(({ id }) => !decisions.has(id));
  const open = rows.find(({ id }) => id === current) ?? waiting[0] ?? rows[0];

  function move(to: Affiliate | undefined) {
    if (!to) return;
    setCurrent(to.id);
    const row = list.current?.children[rows.indexOf(to)];
    row?.scrollIntoView({ block: "nearest" });
    // The focus moves along, so that screen readers read the row that the keys lead to.
    if (list.current?.contains(document.activeElement)) row?.querySelector("button")?.focus();
    else announce(nameOf(to), "polite", "place");
  }

  const step = (by: 1 | -1) => open && move(rows[rows.indexOf(open) + by]);

  async function decide(how: "approve" | "reject") {
    if (!open || !mayDecide || decisions.has(open.id)) return;
    const taken = decisions.note(open.id, how, changes.take(how, [open]));
    const others = waiting.filter(({ id }) => id !== open.id);
    const after = others.find((one) => rows.indexOf(one) > rows.indexOf(open));
    move(after ?? others[0]);
    if (await taken) announce(t(how === "approve" ? "approved" : "rejected", { name: nameOf(open) }));
  }

  async function undo() {
    const id = await decisions.undoLast();
    const undone = rows.find((row) => row.id === id);
    announce(undone ? t("undone", { name: nameOf(undone) }) : t("tooLate"));
    move(undone);
  }

  useShortcut("j", () => step(1));
  useShortcut("k", () => step(-1));
  useShortcut("a", () => void decide("approve"));
  useShortcut("r", () => void decide("reject"));
  useShortcut("u", () => void undo());

  return { list, open, setCurrent, decisions, decide, undo };
}

type How = "approve" | "reject";
/** `taken` resolves to the id of the job, or to null if the server refused; until then `job` is null. */
type Decision = { id: string; how: How; job: string | null; taken: Promise<string | null> };

/** Only decisions that wait or are being sent are kept here; notices report when one is finished or failed. */
function useDecisions() {
  const { desk } = useDesk();
  const { mutateAsync: undo } = useMutation(desk.delayed_changes.undo.mutation());
  const writes = useDelayedChanges().data?.data ?? [];
  const [made, setMade] = useState<readonly Decision[]>([]);
  const forget = (id: string) => setMade((now) => now.filter((each) => each.id !== id));
  const stateOf = ({ job }: Decision) => writes.find((write) => write.job === job)?.state ?? "waiting";
  const live = made.filter((each) => counts(stateOf(each)));
  const byId = new Map(live.map(({ id, how }) => [id, how]));
  const undoable = live.findLast((each) => stateOf(each) === "waiting");
  return {
    has: (id: string) => byId.has(id),
    get: (id: string) => byId.get(id),
    async note(id: string, how: How, taken: Promise<string | null>): Promise<boolean> {
      setMade((now) => [...now.filter((each) => each.id !== id), { id, how, job: null, taken }]);
      const job = await taken;
      if (job === null) forget(id);
      else setMade((now) => now.map((each) => (each.id === id ? { ...each, job } : each)));
      return job !== null;
    },
    canUndo: undoable !== undefined,
    /** Returns the id of the applicant who waits again, or null if nothing could be undone. */
    async undoLast(): Promise<string | null> {
      const job = await undoable?.taken;
      if (!undoable || !job) return null;
      const { data } = await undo({ params: { job } });
      if (!data.some(({ state }) => state === "skipped")) return null;
      forget(undoable.id);
      return undoable.id;
    },
  };
}
