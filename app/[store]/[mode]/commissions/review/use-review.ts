"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { announce } from "@/components/ui/announce";
import { isTyping, useShortcut } from "@/components/ui/use-shortcut";
import { useDesk } from "@/lib/api/desk";
import type { Commission, Rejection } from "@/lib/contract/affiliate/commissions";
import { reasonOf, useCommissionWords } from "../words";
import type { Operation } from "./decisions";
import type { useDecisions } from "./use-decisions";

type Input = {
  rows: readonly Commission[] | undefined;
  total: number | null;
  nameOf: (commission: Commission) => string;
  deciding: ReturnType<typeof useDecisions>;
  selection: readonly string[];
  mayDecide: boolean;
  /** The commission id in the address; without one, the first row is open. */
  current: string;
  onCurrent: (id: string) => void;
  onOpen: (id: string) => void;
  onClose: () => Promise<void>;
  onSelect: (ids: string[]) => void;
};
const none: Commission[] = [];
export type Review = ReturnType<typeof useReview>;

export function useReview(input: Input) {
  const { total, nameOf, deciding, selection, mayDecide, current, onCurrent, onSelect } = input;
  const { rows = none } = input;
  const t = useTranslations("commissions");
  const { affiliate, role } = useDesk();
  const shell = useTranslations("shell.roles");
  const words = useCommissionWords();
  const [rejecting, setRejecting] = useState<{ commission: Commission; noting: boolean } | null>(null);
  const [asked, ask] = useState<Operation | null>(null);
  const place = useRef(0);
  const anchor = useRef<string | null>(null);
  const focusNext = useRef<string | null>(null);

  const id = current || rows[0]?.id || "";
  const at = rows.findIndex((row) => row.id === id);
  const away = useQuery({
    ...affiliate.commissions.get.options({ params: { id } }),
    enabled: current !== "" && at < 0 && input.rows !== undefined,
  });
  const commission = rows[at] ?? (current === "" ? undefined : away.data);
  const status = commission?.status;

  const hindrance = (): string | null => {
    if (!mayDecide) return t("detail.readOnly", { role: shell(role) });
    if (!commission || status === undefined || status === "pending") return null;
    if (status === "approved" || status === "rejected") return t(`detail.decided.${status}`);
    return t("detail.decided.other", { status });
  };
  const decision = commission && deciding.decisions.get(commission.id);
  const hindered = hindrance();
  const underWay = decision && t(`detail.heldBy.${decision.operation}`, { person: decision.person });

  const go = (next: string) => {
    focusNext.current = next;
    onCurrent(next);
  };

  const move = (step: 1 | -1, extend: boolean) => {
    const from = at < 0 ? place.current - (step > 0 ? 1 : 0) : at;
    const next = rows[Math.min(rows.length - 1, Math.max(0, from + step))];
    if (!next) return;
    if (extend) selectTo(next.id);
    go(next.id);
  };

  const selectTo = (to: string) => {
    anchor.current ??= id;
    const [a, b] = [anchor.current, to].map((each) => rows.findIndex((row) => row.id === each));
    const range = rows.slice(Math.min(a ?? 0, b ?? 0), Math.max(a ?? 0, b ?? 0) + 1).map((row) => row.id);
    onSelect([...new Set([...selection, ...range])]);
  };

  const toggle = () => {
    anchor.current = id;
    onSelect(selection.includes(id) ? selection.filter((each) => each !== id) : [...selection, id]);
  };

  const say = (message: string) => setTimeout(() => announce(message), 50);

  const decide = (target: Commission, operation: Operation, rejection?: Rejection) => {
    const name = nameOf(target);
    deciding.decide(target.id, name, operation, rejection);
    const here = rows.findIndex((row) => row.id === target.id);
    const next = rows[here + 1] ?? rows[here - 1];
    const left = total === null ? t("says.leftUnknown") : t("says.left", { count: Math.max(0, total - 1) });
    const reason = rejection?.reason ? words.reason(rejection.reason) : "";
    say(t(`says.${operation}`, { name, reason, left }));
    go(next?.id ?? "");
  };

  /** Returns the open commission, or announces why it cannot be decided and returns null. */
  const decidable = (): Commission | null => {
    if (hindered) say(hindered);
    else if (underWay) say(underWay);
    else if (commission) return commission;
    return null;
  };
  const choose = (operation: Operation) => {
    if (mayDecide && selection.length > 0) return ask(operation);
    const target = decidable();
    if (!target) return;
    if (operation === "approve") decide(target, "approve");
    else setRejecting({ commission: target, noting: false });
  };
  const reject = (rejection: Rejection) => {
    if (!rejecting) return;
    setRejecting(null);
    decide(rejecting.commission, "reject", rejection);
  };
  const undo = async () => {
    const { outcome, decision: undone } = await deciding.undo();
    const name = undone?.label ?? "";
    if (outcome === "undone") say(t("says.undone", { name }));
    else say(outcome === "late" ? t("says.tooLate", { name }) : t("says.nothing"));
    if (outcome === "undone" && undone) go(undone.id);
    return outcome;
  };

  useShortcut("j", (event) => move(1, event.shiftKey), { repeats: true });
  useShortcut("k", (event) => move(-1, event.shiftKey), { repeats: true });
  useShortcut("a", () => choose("approve"));
  useShortcut("r", () => choose("reject"));
  useShortcut("u", () => void undo(), { enabled: mayDecide });
  useShortcut("x", (event) => (event.shiftKey ? selectTo(id) : toggle()), { enabled: mayDecide && id !== "" });

  // Digits work before the dialog has loaded, because one may follow at once.
  const digit = useEffectEvent((event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event) || !/^\d$/.test(event.key)) return;
    const reason = reasonOf(event.key);
    if (!rejecting || !reason) return;
    event.preventDefault();
    if (reason === "other") setRejecting({ ...rejecting, noting: true });
    else reject({ reason });
  });
  const choosing = rejecting !== null && !rejecting.noting;
  useEffect(() => {
    if (!choosing) return;
    const listener = (event: KeyboardEvent) => digit(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, [choosing]);

  useEffect(() => {
    if (at >= 0) place.current = at;
  }, [at]);
  useEffect(() => {
    if (selection.length === 0) anchor.current = null;
  }, [selection.length]);
  useEffect(() => {
    const wanted = focusNext.current;
    if (wanted === null || wanted !== id) return;
    const row = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(wanted)}"] [data-row-focus]`);
    if (!row) return;
    focusNext.current = null;
    const { activeElement } = document;
    // A person who decides with a button keeps the focus on the button.
    const atButton = activeElement !== document.body && !activeElement?.closest("tbody");
    if (!atButton) row.focus({ preventScroll: true, focusVisible: true } as FocusOptions);
    row.scrollIntoView({ block: "nearest" });
  });

  return {
    id,
    commission,
    asked,
    ask,
    rejecting,
    reject,
    undo,
    loading: input.rows === undefined,
    hindrance: hindered,
    /** The commission of the address, if it is not in the list. */
    away: current !== "" && at < 0 ? away : null,
    note: () => rejecting && setRejecting({ ...rejecting, noting: true }),
    cancelReject: () => setRejecting(null),
    approve: () => choose("approve"),
    askReject: () => choose("reject"),
    open: (next: string) => {
      focusNext.current = next;
      input.onOpen(next);
    },
    close: () => void input.onClose(),
  };
}
