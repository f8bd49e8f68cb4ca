"use client";

import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { AffiliateName, type AffiliateNames, useAffiliateNames } from "@/components/affiliates/affiliate-name";
import { affiliatesIn } from "@/components/affiliates/attribution-entries";
import { AttributionTimeline } from "@/components/affiliates/attribution-timeline";
import { useAttributionWords } from "@/components/affiliates/program-words";
import { OtherFields } from "@/components/forms/other-fields";
import { Help } from "@/components/help/help";
import { useListHref } from "@/components/lists/list-address";
import { useUnreported } from "@/components/lists/unreported";
import { RecordWaiting } from "@/components/query-error";
import { Scroller } from "@/components/scroller";
import { Look } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DescriptionList } from "@/components/ui/description-list";
import { lazyPart } from "@/components/ui/lazy-part";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { nameOfOrder } from "@/lib/contract/affiliate/affiliate-words";
import type { AttributedOrder } from "@/lib/contract/affiliate/orders";
import { otherFields } from "@/lib/contract/read";

const AttributeDialog = lazyPart(() => import("./attribute-dialog"));

export function AttributedOrderView({ id }: { id: string }) {
  const t = useTranslations("affiliateOrders");
  const { base, affiliate } = useDesk();
  const listHref = useListHref(`${base}/affiliate-orders`);
  const order = useQuery(affiliate.orders.get.options({ params: { id } }));
  if (order.data) return <Loaded order={order.data} />;
  return <RecordWaiting title={t("one")} crumbs={[{ href: listHref, label: t("title") }]} record={order} />;
}

function Loaded({ order }: { order: AttributedOrder }) {
  const t = useTranslations("affiliateOrders");
  const { base, can } = useDesk();
  const listHref = useListHref(`${base}/affiliate-orders`);
  const [asking, setAsking] = useState(false);
  const words = useAttributionWords();
  const names = useAffiliateNames(affiliatesIn(order));
  const status = order.status ? words.order(order.status) : null;
  return (
    <>
      <PageHeader
        title={nameOfOrder(order)}
        crumbs={[{ href: listHref, label: t("title") }]}
        meta={status && <Look {...status} />}
        actions={
          can("affiliate", "orders", "attribute") && (
            <Button
              variant={order.affiliate_id ? "secondary" : "primary"}
              icon={<UserPlus aria-hidden />}
              onClick={() => setAsking(true)}
            >
              {t(order.affiliate_id ? "attribute.override" : "attribute.action")}
            </Button>
          )
        }
      />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid gap-5">
          <Panel title={t("why")} aside={<Help of="window" label={t("why")} />}>
            <AttributionTimeline order={order} names={names} />
          </Panel>
          <OrderMoney order={order} />
        </div>
        <div className="grid gap-5">
          <Facts order={order} names={names} />
          <OtherFields fields={otherFields(order)} />
        </div>
      </div>
      {asking && <AttributeDialog order={order} onClose={() => setAsking(false)} />}
    </>
  );
}

function Facts({ order, names }: { order: AttributedOrder; names: AffiliateNames }) {
  const t = useTranslations("affiliateOrders");
  const { format } = useDesk();
  const words = useAttributionWords();
  const unreported = useUnreported("affiliate");
  const time = (at: string | null | undefined) => at && format.dateTime(at);
  const code = (value: string | null | undefined) => value && <code className="wrap-anywhere">{value}</code>;
  const { affiliate_id: who, attribution_method: method } = order;
  return (
    <Panel title={t("facts.title")}>
      <DescriptionList
        withoutDetail={unreported.facts}
        items={[
          {
            term: t("columns.affiliate"),
            detail: who ? <AffiliateName id={who} names={names} /> : t("nobodys"),
          },
          { term: t("columns.method"), detail: method && words.method(method) },
          ...(order.coupon_code ? [{ term: t("columns.coupon"), detail: <code>{order.coupon_code}</code> }] : []),
          { term: t("facts.attributedAt"), detail: time(order.attributed_at) },
          { term: t("columns.created"), detail: time(order.created_at) },
          { term: t("facts.customer"), detail: order.customer_email },
          { term: t("facts.id"), detail: code(order.id) },
          { term: t("facts.external"), detail: code(order.external_id) },
        ]}
      />
    </Panel>
  );
}

const parts = ["subtotal", "discount", "tax", "shipping", "total", "refunded_amount"] as const;

function OrderMoney({ order }: { order: AttributedOrder }) {
  const t = useTranslations("affiliateOrders");
  const { format, money } = useDesk();
  const { currency, line_items: lines = [] } = order;
  const known = parts.flatMap((part) => {
    const amount = order[part];
    return amount === undefined || (part === "refunded_amount" && amount === 0) ? [] : [{ part, amount }];
  });
  if (lines.length === 0 && known.length === 0) return null;
  const sign = (part: (typeof parts)[number], amount: number) =>
    amount > 0 && (part === "discount" || part === "refunded_amount") ? "−" : "";
  return (
    <Panel title={t("money.title")}>
      <div className="grid gap-4 text-sm">
        {lines.length > 0 && (
          <Scroller label={t("money.title")}>
            <table className="w-full">
              <thead className="text-xs text-muted">
                <tr className="border-b border-line">
                  {(["product", "quantity", "price"] as const).map((name, at) => (
                    <th
                      key={name}
                      scope="col"
                      className={`py-2 font-medium ${at === 0 ? "text-start" : "ps-4 text-end"}`}
                    >
                      {t(`money.${name}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {lines.map(({ name, sku, product_id, quantity, unit_price }, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order do not move, and a product may be on two.
                  <tr key={at} className="border-b border-line">
                    <td className="py-2 wrap-anywhere">{name || sku || product_id || t("notProvided")}</td>
                    <td className="py-2 ps-4 text-end">{quantity === undefined ? "—" : format.number(quantity)}</td>
                    <td className="py-2 ps-4 text-end whitespace-nowrap">
                      {unit_price === undefined ? "—" : money(unit_price, currency)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroller>
        )}
        <dl className="ms-auto grid w-full max-w-xs gap-1">
          {known.map(({ part, amount }) => (
            <div
              key={part}
              className={`flex justify-between gap-6 ${part === "total" ? "border-t border-line pt-1 font-semibold" : ""}`}
            >
              <dt>{t(`money.${part}`)}</dt>
              <dd className="whitespace-nowrap tabular-nums">
                {sign(part, amount)}
                {money(amount, currency)}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Panel>
  );
}
