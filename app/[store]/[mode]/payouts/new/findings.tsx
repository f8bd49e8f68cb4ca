"use client";

import { CircleAlert, CircleSlash, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useAffiliateStatuses } from "@/components/affiliates/program-words";
import { useDesk } from "@/lib/api/desk";
import type { PayoutLine } from "@/lib/contract/desk/payouts";
import { usePayoutWords } from "../words";

const icons = {
  blocking: <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />,
  warnings: <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />,
  excluded: <CircleSlash aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />,
};

type Finding = PayoutLine["blocking" | "warnings" | "excluded"][number];

export function Findings({ line }: { line: PayoutLine }) {
  const t = useTranslations("payouts.pay.kinds");
  const sentence = useSentence(line.currency);
  const found = (["blocking", "warnings", "excluded"] as const).flatMap((kind) =>
    line[kind].map((finding) => ({ kind, finding })),
  );
  if (found.length === 0) return <span className="text-muted">—</span>;
  return (
    <ul className="grid gap-1">
      {found.map(({ kind, finding }) => (
        <li key={kind + finding.code} className="flex items-start gap-1.5">
          {icons[kind]}
          <span>
            <span className="sr-only">{t(kind)} </span>
            {sentence(finding)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function useSentence(currency: string): (finding: Finding) => string {
  const t = useTranslations("payouts.pay.findings");
  const { format, money } = useDesk();
  const words = usePayoutWords();
  const statusOf = useAffiliateStatuses();
  const none = useTranslations("payouts.pay.parts")("none");
  return ({ code, amount, count = 0, payout = "", at, was, now }) => {
    const status = code === "not_active" || code === "status_unknown";
    const minimum = code === "under_minimum" ? money(Number(was), currency) : "";
    return t(code, {
      amount: amount === undefined ? "" : money(amount, currency),
      count,
      payout,
      minimum,
      at: at ? format.date(at) : none,
      was: was ? words.method(was) : none,
      now: now ? (status ? statusOf(now).label : words.method(now)) : none,
    });
  };
}
