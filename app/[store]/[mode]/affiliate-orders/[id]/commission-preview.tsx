"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { RateArithmetic } from "@/components/figures/rate-arithmetic";
import { Panel } from "@/components/ui/panel";
import { TextSkeleton } from "@/components/ui/skeleton";
import { useDebounced } from "@/components/ui/use-time";
import { useDesk } from "@/lib/api/desk";
import type { AttributedOrder } from "@/lib/contract/affiliate/orders";
import { ApiError } from "@/lib/contract/errors";
import { round, shift, toDecimal } from "@/lib/decimal";

export type AttributionTerms = {
  affiliate_id: string;
  commission_rate?: number;
  commission_amount?: number;
  link_id?: string;
};
type Props = { order: AttributedOrder; terms: AttributionTerms };

/** The commission is exact from the embedded affiliate service and an estimate for another API. */
export function CommissionPreview({ order, terms }: Props) {
  const t = useTranslations("affiliateOrders.attribute");
  const { has } = useDesk();
  const { commission_rate: rate = 0, commission_amount: amount = 0 } = terms;
  const ready = terms.affiliate_id !== "" && !Number.isNaN(rate) && !Number.isNaN(amount);
  return (
    <Panel title={t("preview")} className="bg-paper">
      <div aria-live="polite" data-testid="commission-preview">
        {!ready ? (
          <p className="text-sm text-muted">{t("previewWait")}</p>
        ) : has("affiliate", "orders", "preview") ? (
          <Exact order={order} terms={terms} />
        ) : (
          <Estimate order={order} terms={terms} />
        )}
      </div>
    </Panel>
  );
}

function Exact({ order, terms }: Props) {
  const t = useTranslations("affiliateOrders.attribute");
  const { affiliate, format, money } = useDesk();
  const query = JSON.parse(useDebounced(JSON.stringify(terms))) as AttributionTerms;
  const found = useQuery({
    ...affiliate.orders.preview.options({ params: { id: order.id }, query }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
  if (found.error) {
    const { error } = found;
    const reasons = error instanceof ApiError ? format.join(error.details.map(({ message }) => message)) : "";
    return <p className="text-sm text-danger">{reasons || error.message}</p>;
  }
  if (!found.data) return <TextSkeleton lines={3} />;
  const { amount, currency, eligible_at, arithmetic } = found.data;
  return (
    <div className="grid gap-3">
      <p className="text-2xl font-semibold tracking-tight">{amount === undefined ? "—" : money(amount, currency)}</p>
      {arithmetic && <RateArithmetic arithmetic={arithmetic} currency={currency} />}
      {eligible_at && <p className="text-sm text-muted">{t("onHold", { time: format.dateTime(eligible_at) })}</p>}
    </div>
  );
}

/** Another API reveals only the affiliate's rate and the order's total, so the estimate uses these two. */
function Estimate({ order, terms }: Props) {
  const t = useTranslations("affiliateOrders.attribute");
  const { affiliate, format, money, moneyUnit } = useDesk();
  const earner = useQuery(affiliate.affiliates.get.options({ params: { id: terms.affiliate_id } }));
  const { total, currency } = order;
  if (terms.commission_amount !== undefined) {
    return <p className="text-sm">{t("estimateAmount", { amount: money(terms.commission_amount, currency) })}</p>;
  }
  if (terms.commission_rate === undefined && earner.isPending) return <TextSkeleton lines={2} />;
  const own = earner.data?.commission_type === "percentage" ? earner.data.commission_rate : undefined;
  const rate = terms.commission_rate ?? own;
  const about = rate === undefined || total === undefined ? null : shareOf(total, rate, moneyUnit === "major" ? 2 : 0);
  if (about === null || rate === undefined || total === undefined) {
    return <p className="text-sm text-muted">{t("estimateNone")}</p>;
  }
  const words = { amount: money(about, currency), rate: format.percent(rate), total: money(total, currency) };
  return <p className="text-sm">{t("estimate", words)}</p>;
}

/** Computes the percentage without binary fractions, rounded half up to the API's unit. */
function shareOf(total: number, percent: number, places: number): number | null {
  const [base, rate] = [toDecimal(total), toDecimal(percent)];
  if (!base || !rate) return null;
  const share = { units: base.units * rate.units, scale: base.scale + rate.scale + 2 };
  return Number(round(shift(share, places))) / 10 ** places;
}
