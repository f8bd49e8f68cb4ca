"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useAttributionWords, useProgramWords } from "@/components/affiliates/program-words";
import type { Tone } from "@/components/ui/badge";
import { useDesk } from "@/lib/api/desk";
import { type RejectReason, rejectReasons } from "@/lib/contract/affiliate/commission-words";
import type { Commission, CommissionFlag } from "@/lib/contract/affiliate/commissions";
import { humanize, isOneOf } from "@/lib/word-format";

export const severities = { high: "danger", medium: "warning", low: "info" } as const satisfies Record<string, Tone>;
export const isSeverity = (word: string | undefined): word is keyof typeof severities =>
  word !== undefined && word in severities;

export function byGravity(flags: readonly CommissionFlag[]): CommissionFlag[] {
  const rank = ({ severity }: CommissionFlag) => Object.keys(severities).indexOf(severity ?? "") >>> 0;
  return flags.toSorted((a, b) => rank(a) - rank(b));
}

const knownFlags = [
  "self_referral",
  "shared_ip",
  "coupon_without_click",
  "duplicate_order_number",
  "fast_conversion",
  "click_spike",
] as const;

export function useCommissionWords() {
  const t = useTranslations("commissions");
  const { commission: status } = useAttributionWords();
  const { commissionType: type } = useProgramWords();
  const { money } = useDesk();
  return useMemo(
    () => ({
      status,
      type,
      reason: (reason: string) => (isOneOf(rejectReasons, reason) ? t(`reasons.${reason}`) : humanize(reason)),
      flag: (code: string) => (isOneOf(knownFlags, code) ? t(`flags.names.${code}`) : humanize(code)),
      amount: ({ amount, currency }: Pick<Commission, "amount" | "currency">): string | null =>
        amount === undefined ? null : money(amount, currency),
    }),
    [t, status, type, money],
  );
}

export const digitOf = (reason: RejectReason): string => String((rejectReasons.indexOf(reason) + 1) % 10);
export const reasonOf = (digit: string): RejectReason | undefined => rejectReasons[(Number(digit) + 9) % 10];
