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
import { Look } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DescriptionList } from "@/components/ui/description-list";
import { lazyPart } from "@/components/ui/lazy-part";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { knownAttributedOrderFields, nameOfOrder } from "@/lib/contract/affiliate/affiliate-words";
import type { AttributedOrder } from "@/lib/contract/affiliate/orders";
import { otherFields } from "@/lib/contract/read";
import { OrderMoney } from "./order-money";

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
          <OtherFields fields={otherFields(order, knownAttributedOrderFields)} />
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
            detail: who ? <AffiliateName id={who} names={names} className="max-w-full" /> : t("nobodys"),
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
