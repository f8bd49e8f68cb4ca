"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { announce } from "@/components/ui/announce";
import { isTyping, useShortcut } from "@/components/ui/use-shortcut";
import { useDesk } from "@/lib/api/desk";
import type { RejectReason } from "@/lib/contract/affiliate/commission-words";
import type { Commission, Rejection } from "@/lib/contract/affiliate/commissions";
import { reasonOf, useCommissionWords } from "../words";
import type { ReviewOperation } from "./decisions";
import type { useCursor } from "./use-cursor";
import type { useDecisions } from "./use-decisions";

type Input = {
  rows: readonly Commission[];
  total: number | null;
  commission: Commission | undefined;
  nameOf: (commission: Commission) => string;
  deciding: ReturnType<typeof useDecisions>;
  cursor: ReturnType<typeof useCursor>;
  /** Whether rows are selected, to which a decision then applies. */
  isBulk: boolean;
  mayDecide: boolean;
};

export function useReview({ rows, total, commission, nameOf, deciding, cursor, isBulk, mayDecide }: Input) {
  const t = useTranslations("commissions");
  const words = useCommissionWords();
  const [bulk, setBulk] = useState<ReviewOperation | null>(null);
  const hindrance = useHindrance(commission, mayDecide);
  const decision = commission && deciding.decisions.get(commission.id);

  const decide = (target: Commission, operation: ReviewOperation, rejection?: Rejection) => {
    const name = nameOf(target);
    deciding.decide(target.id, name, operation, rejection);
    const at = rows.findIndex((row) => row.id === target.id);
    const left = total === null ? t("says.leftUnknown") : t("says.left", { count: Math.max(0, total - 1) });
    const reason = rejection?.reason ? words.reason(rejection.reason) : "";
    say(t(`says.${operation}`, { name, reason, left }));
    cursor.moveTo((rows[at + 1] ?? rows[at - 1])?.id ?? "");
  };
  const rejecting = useRejecting((target, rejection) => decide(target, "reject", rejection));

  const choose = (operation: ReviewOperation) => {
    if (isBulk) return setBulk(operation);
    if (hindrance) return say(hindrance);
    if (decision) return say(t(`detail.decidedBy.${decision.operation}`, { person: decision.person }));
    if (!commission) return;
    if (operation === "approve") decide(commission, "approve");
    else rejecting.ask(commission);
  };
  const undo = async () => {
    const { outcome, decision: undone } = await deciding.undo();
    say(t(`says.${outcome}`, { name: undone?.label ?? "" }));
    if (outcome === "undone" && undone) cursor.moveTo(undone.id);
  };

  useShortcut("a", () => choose("approve"));
  useShortcut("r", () => choose("reject"));
  useShortcut("u", () => void undo(), { enabled: mayDecide });

  return { bulk, setBulk, rejecting, choose, undo, hindrance };
}

/** The time lets a dialog close first, which would take its announcements with it. */
const say = (message: string) => setTimeout(() => announce(message), 50);

function useHindrance(commission: Commission | undefined, mayDecide: boolean): string | null {
  const t = useTranslations("commissions.detail");
  const role = useTranslations("shell.roles")(useDesk().role);
  const status = commission?.status;
  if (!mayDecide) return t("readOnly", { role });
  if (status === undefined || status === "pending") return null;
  return status === "approved" || status === "rejected" ? t(`decided.${status}`) : t("decided.other", { status });
}

/** Asks for the reason of a rejection. One digit selects it; only "another reason" requires a note. */
export function useRejecting(onReject: (commission: Commission, rejection: Rejection) => void) {
  const [commission, setCommission] = useState<Commission | null>(null);
  const [isNoting, setNoting] = useState(false);

  const reject = (rejection: Rejection) => {
    if (!commission) return;
    setCommission(null);
    onReject(commission, rejection);
  };
  const choose = (reason: RejectReason) => (reason === "other" ? setNoting(true) : reject({ reason }));

  // Digits work before the dialog has loaded, because one may follow at once.
  const onDigit = useEffectEvent((event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event) || !/^\d$/.test(event.key)) return;
    const reason = reasonOf(event.key);
    if (!reason) return;
    event.preventDefault();
    choose(reason);
  });
  const isChoosing = commission !== null && !isNoting;
  useEffect(() => {
    if (!isChoosing) return;
    const listener = (event: KeyboardEvent) => onDigit(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, [isChoosing]);

  return {
    commission,
    isNoting,
    ask(next: Commission) {
      setNoting(false);
      setCommission(next);
    },
    choose,
    reject,
    cancel: () => setCommission(null),
  };
}
