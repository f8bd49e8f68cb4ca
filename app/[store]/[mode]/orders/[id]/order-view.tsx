"use client";

import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { OtherFields } from "@/components/forms/other-fields";
import { useUnreported } from "@/components/lists/unreported";
import { Waiting } from "@/components/query-error";
import { Status } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { DescriptionList } from "@/components/ui/description-list";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { knownOrderFields, knownServiceFields } from "@/lib/contract/checkout/order-words";
import type { Order } from "@/lib/contract/checkout/orders";
import { ApiError } from "@/lib/contract/errors";
import { otherFields } from "@/lib/contract/read";
import { LookUp } from "../look-up";
import { OrderData } from "./order-data";
import { useOrderEvents } from "./order-events";
import { OrderTimeline } from "./order-timeline";

export function OrderView({ id }: { id: string }) {
  const t = useTranslations("orders");
  const { base, checkout } = useDesk();
  const order = useQuery(checkout.orders.get.options({ params: { id } }));
  if (order.data) return <Loaded order={order.data} id={id} />;
  return (
    <>
      <PageHeader title={t("one")} crumbs={[{ href: `${base}/orders`, label: t("title") }]} />
      <Panel>
        {isMissing(order.error) ? (
          <EmptyState
            icon={<SearchX />}
            title={t("missing.title", { id })}
            action={
              <div className="text-start">
                <LookUp />
              </div>
            }
          >
            {t("missing.body")}
          </EmptyState>
        ) : (
          <Waiting of={order} lines={8} />
        )}
      </Panel>
    </>
  );
}

/** A missing order is not an error, and neither is an id that no address can contain. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 404 || (error.status === 400 && error.details.some(({ field }) => field === "id"));
}

function Loaded({ order, id }: { order: Order; id: string }) {
  const t = useTranslations("orders");
  const { base } = useDesk();
  const events = useOrderEvents(order, id);
  const others = [
    ...otherFields(order, knownOrderFields),
    ...otherFields(order.service_data ?? {}, knownServiceFields).map(
      ([name, value]) => [`service_data.${name}`, value] as [string, unknown],
    ),
  ];
  return (
    <>
      <PageHeader
        title={order.platform_order_id || order.order_id}
        crumbs={[{ href: `${base}/orders`, label: t("title") }]}
        meta={
          order.cancelled && (
            <Status tone="danger" hollow>
              {t("cancelled")}
            </Status>
          )
        }
      />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid gap-5">
          <OrderData order={order} events={events.list ?? []} />
          <OrderTimeline order={order} events={events} />
        </div>
        <div className="grid gap-5">
          <Ids order={order} />
          <OtherFields fields={others} />
        </div>
      </div>
    </>
  );
}

function Ids({ order }: { order: Order }) {
  const t = useTranslations("orders");
  const { format } = useDesk();
  const id = (value: string | undefined, label: string) =>
    value && (
      <span className="flex items-center gap-1">
        <code className="min-w-0 wrap-anywhere">{value}</code>
        <CopyButton text={value} label={format.within(label)} />
      </span>
    );
  const unreported = useUnreported("checkout");
  return (
    <Panel title={t("ids.title")}>
      <DescriptionList
        withoutDetail={unreported.facts}
        items={[
          { term: t("ids.order"), detail: id(order.order_id, t("ids.order")) },
          { term: t("ids.platform"), detail: id(order.platform_order_id, t("ids.platform")) },
        ]}
      />
    </Panel>
  );
}
