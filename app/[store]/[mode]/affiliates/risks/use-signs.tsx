"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useCallback } from "react";
import { isSeverity, severities } from "@/app/[store]/[mode]/commissions/words";
import { Badge } from "@/components/ui/badge";
import { TextLink } from "@/components/ui/intent-link";
import { useDesk } from "@/lib/api/desk";
import { type RiskSign, riskSigns } from "@/lib/contract/affiliate/risk-words";
import type { Risk, Sign } from "@/lib/contract/affiliate/risks";
import { readNumber, readString, readStrings } from "@/lib/contract/read";
import { humanize, isOneOf } from "@/lib/word-format";

/** What is behind each sign: one of its records beside the others, or the clicks of the period. */
export function useSigns(days: string): (risk: Risk, name: string) => ReactNode {
  const t = useTranslations("risks");
  const severity = useTranslations("commissions.flags.severity");
  const sentences = useSentences();
  const { base } = useDesk();
  return useCallback(
    ({ affiliate_id, signs }, name) => {
      const affiliate = encodeURIComponent(affiliate_id);
      const first = (ids: unknown) => encodeURIComponent(readStrings(ids)?.[0] ?? "");
      const clicks = `affiliate-analytics?report=clicks&affiliate=${affiliate}`;
      const flagged = (id: string) => `commissions?status=all&affiliate=${affiliate}&flagged=true&id=${id}`;
      const evidenceOf: Record<RiskSign, (evidence: Sign["evidence"]) => string> = {
        self_referral: ({ commission_ids: ids }) => flagged(first(ids)),
        coupon_without_click: ({ commission_ids: ids }) => flagged(first(ids)),
        click_spike: ({ day }) => `${clicks}&range=custom&from=${day}&to=${day}`,
        cookie_stuffing: ({ commission_ids: ids }) => (ids ? flagged(first(ids)) : `${clicks}&range=${days}d`),
        refunds: ({ order_ids: ids }) => `affiliate-orders/${first(ids)}`,
      };
      return (
        <ul className="grid max-w-prose gap-2">
          {signs.map(({ code, severity: grave, evidence }) => (
            <li key={code} className="grid gap-0.5 text-pretty">
              <span className="flex flex-wrap items-center gap-2 font-medium">
                {isOneOf(riskSigns, code) ? t(`signs.${code}`) : humanize(code)}
                {isSeverity(grave) && <Badge tone={severities[grave]}>{severity(grave)}</Badge>}
              </span>
              {isOneOf(riskSigns, code) && (
                <span className="text-muted">
                  {sentences[code](evidence).join(" ")}{" "}
                  <TextLink
                    href={`${base}/${evidenceOf[code](evidence)}`}
                    aria-label={t("evidenceOf", { sign: t(`signs.${code}`), name })}
                    className="text-ink"
                  >
                    {t("evidence")}
                  </TextLink>
                </span>
              )}
            </li>
          ))}
        </ul>
      );
    },
    [t, severity, sentences, base, days],
  );
}

function useSentences() {
  const t = useTranslations("risks.says");
  const { format } = useDesk();
  const number = (value: unknown) => readNumber(value) ?? 0;
  const ratio = (value: unknown) => format.ratio(number(value));
  const sentences: Record<RiskSign, (evidence: Sign["evidence"]) => string[]> = {
    self_referral: ({ orders }) => [t("self_referral", { count: number(orders) })],
    coupon_without_click: ({ orders, of, coupon_codes: codes }) => [
      t("coupon_without_click", { count: number(orders), of: number(of), codes: format.row(readStrings(codes) ?? []) }),
    ],
    click_spike: ({ day, clicks_that_day: clicks, usual_clicks_a_day: usual }) => [
      t("click_spike", {
        day: format.day(readString(day) ?? ""),
        count: number(clicks),
        usual: format.number(number(usual)),
      }),
    ],
    cookie_stuffing: (evidence) => {
      const { clicks, orders, conversion_rate: own, others_conversion_rate: others } = evidence;
      const { quick_orders: quick, latest_clicks: latest, clicks_without_origin: bare } = evidence;
      return [
        own === undefined ? "" : t("conversion", { own: ratio(own), others: ratio(others), clicks: number(clicks) }),
        quick === undefined ? "" : t("quick", { count: number(quick), of: number(orders) }),
        bare === undefined ? "" : t("bare", { count: number(bare), of: number(latest) }),
      ].filter(Boolean);
    },
    refunds: ({ refunded_orders: count, of, refund_rate: own, others_refund_rate: others }) => [
      t("refunds", { count: number(count), of: number(of), own: ratio(own), others: ratio(others) }),
    ],
  };
  return sentences;
}
