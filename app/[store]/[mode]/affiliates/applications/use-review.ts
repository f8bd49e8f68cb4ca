"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { announce } from "@/components/ui/announce";
import { useShortcut } from "@/components/ui/use-shortcut";
import type { Affiliate } from "@/lib/contract/affiliate/affiliates";
import { nameOf, useAffiliateChanges } from "../use-affiliate-changes";
import { useDecisions } from "./use-decisions";

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
