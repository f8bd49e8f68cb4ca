"use client";

import { Flag } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { TextLink } from "@/components/ui/intent-link";
import { useDesk } from "@/lib/api/desk";
import type { CommissionFlag } from "@/lib/contract/affiliate/commissions";
import { isRecord } from "@/lib/contract/errors";
import { readNumber, readString, readStrings } from "@/lib/contract/read";
import { byGravity, isSeverity, severities, useCommissionWords } from "./words";

const mostOrders = 5;

export function FlagList({ flags }: { flags: readonly CommissionFlag[] | undefined }) {
  const t = useTranslations("commissions.flags");
  const { base } = useDesk();
  const words = useCommissionWords();
  const sentences = useSentences();
  if (!flags || flags.length === 0) return <p className="text-sm text-muted">{t(flags ? "none" : "absent")}</p>;
  return (
    <>
      <ul className="grid gap-2.5">
        {byGravity(flags).map((flag, at) => {
          const { severity } = flag;
          const evidence = isRecord(flag.evidence) ? flag.evidence : {};
          const orders = (readStrings(evidence.order_ids) ?? []).slice(0, mostOrders);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a code may come twice.
            <li key={at} className="grid gap-1 text-sm">
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
                <Flag aria-hidden className="size-3.5 text-muted" />
                {words.flag(flag.code)}
                {severity !== undefined && (
                  <Badge tone={isSeverity(severity) ? severities[severity] : "neutral"}>
                    {isSeverity(severity) ? t(`severity.${severity}`) : severity}
                  </Badge>
                )}
              </span>
              {sentences(flag.code, evidence).map((sentence) => (
                <p key={sentence} className="text-muted text-pretty wrap-anywhere">
                  {sentence}
                </p>
              ))}
              {orders.length > 0 && (
                <p className="flex flex-wrap gap-x-2 text-muted">
                  {t("orders")}
                  {orders.map((id) => (
                    <TextLink key={id} href={`${base}/affiliate-orders/${encodeURIComponent(id)}`} className="text-ink">
                      {id}
                    </TextLink>
                  ))}
                </p>
              )}
            </li>
          );
        })}
      </ul>
      <p className="mt-2.5 text-xs text-muted">{t("hint")}</p>
    </>
  );
}

function useSentences() {
  const t = useTranslations("commissions.flags");
  const { format } = useDesk();
  return (code: string, evidence: Record<string, unknown>): string[] => {
    const count = (name: string) => readNumber(evidence[name]) ?? 0;
    const text = (name: string) => readString(evidence[name]) ?? "?";
    if (Object.keys(evidence).length === 0) return [];
    switch (code) {
      case "self_referral": {
        const [buyer, affiliate] = [text("customer_email"), text("affiliate_email")];
        return buyer === affiliate
          ? [t("self_same", { affiliate })]
          : [t("self_buyer", { buyer }), t("self_affiliate", { affiliate })];
      }
      case "shared_ip": {
        const own = count("orders_by_affiliate");
        const buyers = Math.max(0, (readStrings(evidence.order_ids) ?? []).length - own);
        const clicks = count("other_clicks");
        return [
          ...(own > 0 ? [t("shared_own", { count: own })] : []),
          ...(buyers > 0 ? [t("shared_buyers", { count: buyers })] : []),
          ...(clicks > 0 ? [t("shared_clicks", { count: clicks })] : []),
        ];
      }
      case "coupon_without_click":
        return [t("coupon_without_click", { code: text("coupon_code") })];
      case "duplicate_order_number":
        return [t("duplicate_order_number", { count: (readStrings(evidence.order_ids) ?? []).length })];
      case "fast_conversion": {
        const seconds = count("seconds");
        return [t(seconds < 0 ? "before_click" : "fast_conversion", { seconds: Math.abs(seconds) })];
      }
      case "click_spike":
        return [
          t("click_spike", { count: count("clicks_that_day"), usual: format.number(count("usual_clicks_a_day")) }),
        ];
      default:
        return Object.entries(evidence).map(
          ([name, value]) => `${name}: ${typeof value === "object" ? JSON.stringify(value) : String(value)}`,
        );
    }
  };
}
