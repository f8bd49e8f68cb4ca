"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { OtherFields } from "@/components/forms/other-fields";
import { useListHref } from "@/components/lists/list-address";
import { useUnreported } from "@/components/lists/unreported";
import { Waiting } from "@/components/query-error";
import { Status } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { CopyButton } from "@/components/ui/copy-button";
import { DescriptionList } from "@/components/ui/description-list";
import { TextLink } from "@/components/ui/intent-link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { UncountedOrders } from "@/components/uncounted-orders";
import { useDesk } from "@/lib/api/desk";
import type { Order } from "@/lib/contract/checkout/orders";
import { ApiError } from "@/lib/contract/errors";
import { otherFields } from "@/lib/contract/read";
import { nameOfOrder, orderStates, stateOf } from "../order-state";
import { AttributionPanel } from "./attribution-panel";
import { MissingOrder } from "./missing-order";
import { OrderData } from "./order-data";
import { useOrderEvents } from "./order-events";
import { OrderLines } from "./order-lines";
import { OrderTimeline } from "./order-timeline";
import { ShownOffers } from "./shown-offers";

export function OrderView({ id }: { id: string }) {
  const t = useTranslations("orders");
  const { base, checkout } = useDesk();
  const listHref = useListHref(`${base}/orders`);
  const order = useQuery(checkout.orders.get.options({ params: { id } }));
  if (order.data) return <Loaded order={order.data} />;
  return (
    <>
      <PageHeader title={t("one")} crumbs={[{ href: listHref, label: t("title") }]} />
      <Panel>{isMissing(order.error) ? <MissingOrder id={id} /> : <Waiting of={order} lines={8} />}</Panel>
    </>
  );
}

/** A missing order is not an error, and neither is an id that no address can contain. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 404 || (error.status === 400 && error.details.some(({ field }) => field === "id"));
}

function Loaded({ order }: { order: Order }) {
  const t = useTranslations("orders");
  const { base } = useDesk();
  const listHref = useListHref(`${base}/orders`);
  const events = useOrderEvents(order);
  const state = stateOf(order);
  const others = [
    ...otherFields(order),
    ...otherFields(order.service_data ?? {}).map(
      ([name, value]) => [`service_data.${name}`, value] as [string, unknown],
    ),
  ];
  return (
    <>
      <PageHeader
        title={nameOfOrder(order)}
        crumbs={[{ href: listHref, label: t("title") }]}
        meta={state && state !== "placed" && <Status {...orderStates[state]}>{t(state)}</Status>}
      />
      {order.counted === false && !order.cancelled && <UncountedOrders title={t("uncounted")} />}
      {order.confirmed === false && order.counted && (
        <Banner tone="warning" live={false} title={t("unconfirmedCounts")}>
          {t("unconfirmedButCounted")}
        </Banner>
      )}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid min-w-0 gap-5">
          <OrderData order={order} events={events.list ?? []} />
          <OrderLines order={order} />
          <ShownOffers order={order} />
          <OrderTimeline order={order} events={events} />
        </div>
        <div className="grid gap-5">
          <Ids order={order} />
          <AttributionPanel id={order.order_id} />
          <OtherFields fields={others} />
        </div>
      </div>
    </>
  );
}

function Ids({ order }: { order: Order }) {
  const t = useTranslations("orders");
  const { base, format, has } = useDesk();
  const id = (value: string | null | undefined, label: string) =>
    value && (
      <span className="flex items-center gap-1">
        <code className="min-w-0 wrap-anywhere">{value}</code>
        <CopyButton text={value} label={format.within(label)} />
      </span>
    );
  const unreported = useUnreported("checkout");
  const { customer_id: customer } = order;
  const isListed = has("checkout", "orders", "list", "placed_at");
  return (
    <Panel title={t("ids.title")}>
      <DescriptionList
        withoutDetail={unreported.facts}
        items={[
          { term: t("ids.order"), detail: id(order.order_id, t("ids.order")) },
          { term: t("ids.platform"), detail: id(order.platform_order_id, t("ids.platform")) },
          ...(isListed
            ? [
                {
                  term: t("columns.customer"),
                  detail: customer && (
                    <TextLink href={`${base}/orders?search=${encodeURIComponent(customer)}`}>{customer}</TextLink>
                  ),
                },
              ]
            : []),
        ]}
      />
    </Panel>
  );
}
