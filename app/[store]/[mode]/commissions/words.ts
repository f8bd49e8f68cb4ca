"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useProgramWords } from "@/components/affiliates/program-words";
import type { Tone } from "@/components/ui/badge";
import { useDesk } from "@/lib/api/desk";
import { commissionStatuses, type RejectReason, rejectReasons } from "@/lib/contract/affiliate/commission-words";
import type { Commission, CommissionFlag } from "@/lib/contract/affiliate/commissions";
import { humanize } from "@/lib/humanize";

const looks = {
  pending: { tone: "warning", hollow: true },
  approved: { tone: "success", hollow: false },
  rejected: { tone: "danger", hollow: true },
} as const;

const isIn = <T extends string>(words: readonly T[], word: string): word is T => words.includes(word as T);

export const severities = { high: "danger", medium: "warning", low: "info" } as const satisfies Record<string, Tone>;
export const isSeverity = (word: string | undefined): word is keyof typeof severities =>
  word !== undefined && word in severities;

export const knownFlags = [
  "self_referral",
  "shared_ip",
  "coupon_without_click",
  "duplicate_order_number",
  "fast_conversion",
  "click_spike",
] as const;
const isKnownFlag = (code: string): code is (typeof knownFlags)[number] => isIn(knownFlags, code);

export function byGravity(flags: readonly CommissionFlag[]): CommissionFlag[] {
  const rank = ({ severity }: CommissionFlag) => ["high", "medium", "low"].indexOf(severity ?? "") >>> 0;
  return flags.toSorted((a, b) => rank(a) - rank(b));
}

/** Unknown words of an API are shown as they are. */
export function useCommissionWords() {
  const t = useTranslations("commissions");
  const program = useProgramWords();
  const { money } = useDesk();
  return useMemo(
    () => ({
      status(status: string) {
        if (!isIn(commissionStatuses, status))
          return { label: humanize(status), tone: "neutral" as const, hollow: false };
        return { label: t(`statuses.${status}`), ...looks[status] };
      },
      type: program.commissionType,
      reason: (reason: string) => (isIn(rejectReasons, reason) ? t(`reasons.${reason}`) : humanize(reason)),
      flag: (code: string) => (isKnownFlag(code) ? t(`flags.names.${code}`) : humanize(code)),
      amount: ({ amount, currency }: Pick<Commission, "amount" | "currency">): string | null =>
        amount === undefined ? null : money(amount, currency),
    }),
    [t, program, money],
  );
}

/** The tenth reason has the digit 0. */
export const digitOf = (reason: RejectReason): string => String((rejectReasons.indexOf(reason) + 1) % 10);
export const reasonOf = (digit: string): RejectReason | undefined => rejectReasons[(Number(digit) + 9) % 10];
