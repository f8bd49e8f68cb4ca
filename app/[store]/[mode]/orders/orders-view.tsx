"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { IntentLink } from "@/components/ui/intent-link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { LookUp } from "./look-up";
import { OrderTable } from "./order-table";
import { SeenOrders } from "./seen-orders";

export function OrdersView() {
  const t = useTranslations("orders");
  const { extensions } = useDesk();
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <Panel>
        <div className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
          <LookUp />
          <Opened />
        </div>
      </Panel>
      {extensions.checkout ? <OrderTable /> : <SeenOrders />}
    </>
  );
}

const mostShown = 8;

function Opened() {
  const t = useTranslations("orders.lookUp");
  const { base, desk, format } = useDesk();
  const { data } = useQuery(desk.personal.list.options({ params: { kind: "recent_order" } }));
  const opened = data?.data.slice(0, mostShown) ?? [];
  return (
    <section aria-labelledby="opened" className="grid min-h-16 content-start gap-1.5">
      <h2 id="opened" className="font-medium">
        {t("opened")}
      </h2>
      {opened.length === 0 ? (
        <p className="text-sm text-muted">{data && t("noneOpened")}</p>
      ) : (
        <ul className="flex flex-wrap gap-1.5">
          {opened.map(({ id, label, at }) => (
            <li key={id}>
              <IntentLink
                href={`${base}/orders/${encodeURIComponent(id)}`}
                title={format.dateTime(at)}
                className="inline-flex h-7 max-w-56 items-center rounded-md border border-line bg-paper px-2 text-sm hover:border-control hover:bg-hover pointer-coarse:h-11"
              >
                <span className="truncate">{label || id}</span>
              </IntentLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
