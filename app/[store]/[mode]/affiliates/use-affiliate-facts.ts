"use client";

import { useTranslations } from "next-intl";
import { useProgramWords } from "@/components/affiliates/program-words";
import { useDesk } from "@/lib/api/desk";
import type { Affiliate } from "@/lib/contract/affiliate/affiliates";

type Balance = NonNullable<Affiliate["balances"]>[number];

/** Sums by currency, or only those in the affiliate's own currency; different currencies are never added up. */
export function sumsOf(affiliate: Affiliate): { [Name in keyof Balance]?: Balance[Name] | undefined }[] {
  const { balances, currency, unpaid_balance, total_revenue: revenue, total_commissions: commissions } = affiliate;
  return balances ?? [{ currency, unpaid_balance, revenue, commissions }];
}

export function useAffiliateFacts(affiliate: Affiliate) {
  const t = useTranslations("affiliates");
  const { format, money } = useDesk();
  const { payoutMethod } = useProgramWords();
  const { country, coupon_codes, payout_method, minimum_payout, currency } = affiliate;
  const own = typeof minimum_payout === "number" ? [{ amount: minimum_payout, currency }] : [];
  const minimums = affiliate.effective_minimum_payouts ?? own;
  const { commission_type: type, commission_rate: rate, own_rate } = affiliate;
  const details = {
    email: affiliate.email,
    group: affiliate.group,
    company_name: affiliate.company_name,
    country: country && format.country(country),
    website: affiliate.website,
    referral_code: affiliate.referral_code,
    coupon_codes: coupon_codes && format.list(coupon_codes),
    payout_method: payout_method && payoutMethod(payout_method),
    payout_email: affiliate.payout_email,
    minimum_payout: format.row(minimums.map((each) => money(each.amount, each.currency))),
  };
  const rateInWords = () => {
    if (rate === undefined) return undefined;
    if (type === "percentage") return t("page.percent", { rate: format.percent(rate) });
    if (type === "fixed") return t("page.fixed", { amount: money(rate, currency) });
    return `${type ?? ""} ${format.number(rate)}`;
  };
  const byRules = () =>
    t("page.byRules", { rate: type === "fixed" ? money(rate ?? 0, currency) : format.percent(rate ?? 0) });
  return {
    rate: { term: t("page.termsRate"), detail: own_rate === false ? byRules() : rateInWords() },
    facts: (names: readonly (keyof typeof details)[]) =>
      names.flatMap((name) => {
        const detail = details[name];
        return detail ? [{ term: t(`form.labels.${name}`), detail }] : [];
      }),
  };
}
