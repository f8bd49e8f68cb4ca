"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { memo, type ReactNode } from "react";
import { AffiliateName, type AffiliateNames, useAffiliateNames } from "@/components/affiliates/affiliate-name";
import { affiliatesIn } from "@/components/affiliates/attribution-entries";
import { AttributionTimeline } from "@/components/affiliates/attribution-timeline";
import { RateArithmetic } from "@/components/figures/rate-arithmetic";
import type { Concept } from "@/components/help/concepts";
import { Help } from "@/components/help/help";
import { Moment } from "@/components/moment";
import { Waiting } from "@/components/query-error";
import { Look } from "@/components/ui/badge";
import { DescriptionList } from "@/components/ui/description-list";
import { TextLink } from "@/components/ui/intent-link";
import { useDebounced } from "@/components/ui/use-time";
import { useSaid } from "@/components/use-said";
import { useDesk } from "@/lib/api/desk";
import type { Commission } from "@/lib/contract/affiliate/commissions";
import type { AttributedOrder } from "@/lib/contract/affiliate/orders";
import type { AuditEntry } from "@/lib/contract/desk/audit";
import { otherFields } from "@/lib/contract/read";
import { FlagList } from "./flag-list";
import { isDecisionOpen, type ReviewDecision } from "./review/decisions";
import { useCommissionWords } from "./words";

const restMs = 400;

type Props = {
  commission: Commission;
  decision: ReviewDecision | undefined;
  /** Affiliate names of the list, or null outside a list. */
  names: AffiliateNames | null;
};

/** Details that need a call are fetched only once the cursor rests on the commission. */
export const CommissionDetail = memo(function CommissionDetail({ commission, decision, names }: Props) {
  const t = useTranslations("commissions.detail");
  const types = useCommissionWords();
  const { base } = useDesk();
  const { id, status, order_id: orderId, affiliate_id: affiliateId, created_at: created } = commission;
  const resting = useDebounced(id, restMs) === id;
  const own = useAffiliateNames(names ? [] : [affiliateId]);
  const state = status === undefined ? null : types.status(status);
  const links = [
    { term: t("order"), of: orderId, path: "affiliate-orders/" },
    { term: t("reverses"), of: commission.reverses, path: "commissions?status=all&id=" },
  ];
  return (
    <div className="grid gap-5">
      <div className="grid gap-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <span className="text-2xl font-semibold tracking-tight">{types.amount(commission) ?? "—"}</span>
          {state && <Look {...state} />}
        </div>
        <p className="flex flex-wrap items-baseline gap-x-2 text-muted">
          {affiliateId && <AffiliateName id={affiliateId} names={names ?? own} className="text-ink" />}
          {commission.type && commission.type !== "sale" && <span>{types.type(commission.type)}</span>}
          {created && <Moment at={created} precise />}
        </p>
        {decision && !decision.mine && isDecisionOpen(decision) && (
          <p className="text-sm text-muted">{t(`decidedBy.${decision.operation}`, { person: decision.person })}</p>
        )}
      </div>
      <Part title={t("flags")} help="flags">
        <FlagList flags={commission.flags} />
      </Part>
      <Part title={t("arithmetic")}>
        <RateArithmetic arithmetic={arithmeticOf(commission)} currency={commission.currency} />
      </Part>
      <Part title={t("why")}>
        {orderId ? (
          <Why order={orderId} commission={id} resting={resting} />
        ) : (
          <p className="text-sm text-muted">{t("noOrder")}</p>
        )}
      </Part>
      <Part title={t("hold")} help="hold">
        <Hold commission={commission} />
      </Part>
      <Part title={t("history")}>
        <CommissionHistory commission={commission} resting={resting} />
      </Part>
      <DescriptionList
        className="border-t border-line pt-2"
        items={[
          { term: t("id"), detail: id },
          ...links.flatMap(({ term, of, path }) =>
            of ? [{ term, detail: <TextLink href={`${base}/${path}${encodeURIComponent(of)}`}>{of}</TextLink> }] : [],
          ),
          ...otherFields(commission).map(([term, value]) => ({
            term,
            detail: <code>{typeof value === "string" ? value : JSON.stringify(value)}</code>,
          })),
        ]}
      />
    </div>
  );
});

function Part({ title, help, children }: { title: string; help?: Concept; children: ReactNode }) {
  return (
    <section className="border-t border-line pt-4">
      <div className="mb-2 flex items-center gap-1">
        <h3 className="font-semibold">{title}</h3>
        {help && <Help of={help} label={title} />}
      </div>
      {children}
    </section>
  );
}

/** An API without the calculation gets one from the commission's own fields. */
function arithmeticOf({ arithmetic, sale_amount, rate, rate_type, amount }: Commission) {
  if (arithmetic) return arithmetic;
  return { base: sale_amount ?? undefined, rate: rate ?? undefined, rate_type: rate_type ?? undefined, amount };
}

/** The calculation is shown above the timeline and not repeated in it. */
function withoutArithmetic(order: AttributedOrder): AttributedOrder {
  const { attribution_timeline: timeline } = order;
  if (!timeline) return order;
  return { ...order, attribution_timeline: timeline.map(({ arithmetic: _stands, ...entry }) => entry) };
}

type WhyProps = { order: string; commission: string; resting: boolean };

function Why({ order: id, commission, resting }: WhyProps) {
  const { affiliate } = useDesk();
  const order = useQuery({ ...affiliate.orders.get.options({ params: { id } }), enabled: resting });
  const names = useAffiliateNames(order.data ? affiliatesIn(order.data) : []);
  // The placeholder has the usual height, so that the content below does not move.
  if (!order.data || order.error) return <Waiting of={order} lines={4} className="min-h-40 content-start" />;
  return <AttributionTimeline order={withoutArithmetic(order.data)} names={names} commission={commission} />;
}

/** "Paid" and "on hold" follow from a payout and a date; they are not statuses of the API. */
function Hold({ commission }: { commission: Commission }) {
  const t = useTranslations("commissions.hold");
  const { base, format } = useDesk();
  const { eligible_at: eligible, payout_id: payout, status, note } = commission;
  const said = useSaid();
  if (payout) {
    const link = () => <TextLink href={`${base}/payouts/${encodeURIComponent(payout)}`}>{payout}</TextLink>;
    return <p className="text-sm">{t.rich("paid", { payout: link })}</p>;
  }
  const approved = status === "approved";
  const words = () => {
    if (status === "rejected") return t("rejected");
    if (!eligible) return t("absent");
    const date = format.dateTime(eligible);
    if (Date.parse(eligible) > Date.now()) return t(approved ? "untilApproved" : "until", { date });
    return t(approved ? "sinceApproved" : "since", { date });
  };
  return (
    <>
      <p className="text-sm text-pretty">{words()}</p>
      {status === "pending" && note && (
        <p className="mt-1 text-sm whitespace-pre-line text-muted wrap-anywhere">{said(note, commission.note_key)}</p>
      )}
    </>
  );
}

type Entry = { at: string; title: string; details: string[] };

/** Combines the API's history with the people who acted in Cartwright. */
function CommissionHistory({ commission, resting }: { commission: Commission; resting: boolean }) {
  const t = useTranslations("commissions.history");
  const { desk, can } = useDesk();
  const words = useCommissionWords();
  const said = useSaid();
  const audit = useQuery({
    ...desk.audit.list.options({ query: { record: commission.id, operation: "commissions", per_page: 25 } }),
    enabled: resting && can("desk", "audit", "list"),
  });
  const actions = (audit.data?.data ?? []).toReversed();
  const reviewer = actions.findLast(({ outcome, operation }) => outcome === "ok" && !operation.endsWith("hold"));
  const { created_at: created, reviewed_at: reviewed, status, rejection_reason: reason, note } = commission;
  const entries: Entry[] = [
    ...(created ? [{ at: created, title: t("created"), details: [] }] : []),
    ...actions.filter(({ outcome, operation }) => outcome !== "ok" || operation.endsWith("hold")).map(toEntry),
  ];
  if (status === "approved" || status === "rejected") {
    const title =
      status === "approved"
        ? t("approved")
        : reason
          ? t("rejected", { reason: words.reason(reason) })
          : t("rejectedPlain");
    const who = reviewer?.actor.name ?? commission.reviewed_by;
    entries.push({
      at: reviewed ?? reviewer?.at ?? "",
      title,
      details: [...(who ? [t("by", { who })] : []), ...(note ? [said(note, commission.note_key)] : [])],
    });
  }

  function toEntry({ at, actor, operation, outcome, note: why, note_key: by, code }: AuditEntry): Entry {
    const verb = (["reject", "hold"] as const).find((each) => operation.endsWith(each)) ?? "approve";
    const refused = () => t(`tried.${verb}`, { reason: why ? said(why, by) : (code ?? "") });
    const title = outcome === "unknown" ? t("unknown") : outcome === "ok" ? t("holdChanged") : refused();
    return { at, title, details: [t("by", { who: actor.name })] };
  }

  return (
    <ol className="grid gap-2 text-sm">
      {entries.map(({ at, title, details }) => (
        <li key={`${at} ${title}`} className="grid gap-0.5">
          <span className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="min-w-0 wrap-anywhere">{title}</span>
            {at && <Moment at={at} precise className="text-xs text-muted" />}
          </span>
          {details.map((detail) => (
            <span key={detail} className="text-xs text-muted wrap-anywhere">
              {detail}
            </span>
          ))}
        </li>
      ))}
    </ol>
  );
}
