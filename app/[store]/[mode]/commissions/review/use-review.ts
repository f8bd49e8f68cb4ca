"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { announce } from "@/components/ui/announce";
import { useShortcut } from "@/components/ui/use-shortcut";
import { useDesk } from "@/lib/api/desk";
import type { Commission, Rejection } from "@/lib/contract/affiliate/commissions";
import { useCommissionWords } from "../words";
import type { Operation } from "./decisions";
import type { useCursor } from "./use-cursor";
import type { useDecisions } from "./use-decisions";
import { useRejecting } from "./use-rejecting";

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

/** Decides the open commission, or asks for a decision on the selected ones. */
export function useReview({ rows, total, commission, nameOf, deciding, cursor, isBulk, mayDecide }: Input) {
  const t = useTranslations("commissions");
  const words = useCommissionWords();
  const [bulk, setBulk] = useState<Operation | null>(null);
  const hindrance = useHindrance(commission, mayDecide);
  const decision = commission && deciding.decisions.get(commission.id);

  const decide = (target: Commission, operation: Operation, rejection?: Rejection) => {
    const name = nameOf(target);
    deciding.decide(target.id, name, operation, rejection);
    const at = rows.findIndex((row) => row.id === target.id);
    const left = total === null ? t("says.leftUnknown") : t("says.left", { count: Math.max(0, total - 1) });
    const reason = rejection?.reason ? words.reason(rejection.reason) : "";
    say(t(`says.${operation}`, { name, reason, left }));
    cursor.moveTo((rows[at + 1] ?? rows[at - 1])?.id ?? "");
  };
  const rejecting = useRejecting((target, rejection) => decide(target, "reject", rejection));

  const choose = (operation: Operation) => {
    if (isBulk) return setBulk(operation);
    if (hindrance) return say(hindrance);
    if (decision) return say(t(`detail.heldBy.${decision.operation}`, { person: decision.person }));
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

/** Returns why the open commission cannot be decided, or null. */
function useHindrance(commission: Commission | undefined, mayDecide: boolean): string | null {
  const t = useTranslations("commissions.detail");
  const role = useTranslations("shell.roles")(useDesk().role);
  const status = commission?.status;
  if (!mayDecide) return t("readOnly", { role });
  if (status === undefined || status === "pending") return null;
  return status === "approved" || status === "rejected" ? t(`decided.${status}`) : t("decided.other", { status });
}
