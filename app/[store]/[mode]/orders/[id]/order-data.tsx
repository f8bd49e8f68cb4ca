"use client";

import { useQueries } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { DescriptionList } from "@/components/ui/description-list";
import { IntentLink } from "@/components/ui/intent-link";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { readOrderBundle } from "@/lib/contract/checkout/order-words";
import type { Order } from "@/lib/contract/checkout/orders";
import { ApiError } from "@/lib/contract/errors";
import { namesIn, type ShownOrderEvent } from "./order-events";

const linkClass =
  "flex min-h-6 w-fit items-center font-medium underline decoration-line underline-offset-3 hover:decoration-current";

export function OrderData({ order, events }: { order: Order; events: readonly ShownOrderEvent[] }) {
  const t = useTranslations("orders");
  const { has, format } = useDesk();
  const { service_data: data, currency } = order;
  const absent = <span className="text-muted">{t("notProvided")}</span>;
  const money = (amount: number | undefined) => (amount === undefined ? absent : format.money(amount, currency));
  return (
    <Panel title={t("data.title")} flush>
      <dl className="grid grid-cols-2 border-b border-line sm:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] [&>div]:px-4 [&>div]:py-3">
        <Figure
          term={t("data.revenue")}
          aside={
            data?.service_revenue !== undefined && order.total
              ? t("data.share", { share: format.ratio(data.service_revenue / order.total) })
              : null
          }
        >
          {money(data?.service_revenue)}
        </Figure>
        {order.total !== undefined && <Figure term={t("data.total")}>{money(order.total)}</Figure>}
        {order.refunded_amount !== undefined && (
          <Figure term={t("data.refunded")}>{money(order.refunded_amount)}</Figure>
        )}
      </dl>
      <div className="px-4 py-1">
        {data ? (
          <DescriptionList
            items={[
              // Our own service also knows what else was offered, which has a panel.
              ...(has("checkout", "orders", "offers")
                ? []
                : [{ term: t("data.upsells"), detail: <Upsells ids={data.upsells_accepted} events={events} /> }]),
              {
                term: t("data.bundles"),
                detail: <Bundles entries={data.bundles_purchased} names={order.bundle_names} events={events} />,
              },
              {
                term: t("data.variant"),
                detail: data.experiment_variant ?? <span className="text-muted">{t("data.noVariant")}</span>,
              },
              ...(order.placed_at ? [{ term: t("data.placed"), detail: format.dateTime(order.placed_at) }] : []),
            ]}
          />
        ) : (
          <p className="py-3 text-muted">{t("data.none")}</p>
        )}
      </div>
    </Panel>
  );
}

function Figure({ term, aside, children }: { term: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="text-xl font-semibold">{children}</dd>
      {aside && <dd className="text-sm text-muted">{aside}</dd>}
    </div>
  );
}

/** Each name needs a call, so further offers are shown by their ids. */
const mostNamed = 5;

function Upsells({ ids, events }: { ids: readonly string[] | undefined; events: readonly ShownOrderEvent[] }) {
  const t = useTranslations("orders");
  const { base, can, checkout } = useDesk();
  const named = namesIn(events, "upsell");
  const unknown = (ids ?? []).filter((id) => !named.has(id)).slice(0, mostNamed);
  const reads = useQueries({
    queries: unknown.map((id) => ({
      ...checkout.upsells.get.options({ params: { id } }),
      enabled: can("checkout", "upsells", "get"),
      staleTime: 5 * 60_000,
    })),
  });
  return (
    <Entries entries={ids} none={t("data.noUpsells")}>
      {(id) => {
        const { data, error } = reads[unknown.indexOf(id)] ?? {};
        if (error instanceof ApiError && error.status === 404) {
          return (
            <>
              <code>{id}</code> <span className="text-muted">({t("data.gone")})</span>
            </>
          );
        }
        return (
          <IntentLink href={`${base}/upsells/${encodeURIComponent(id)}`} className={linkClass}>
            {named.get(id) ?? data?.name ?? id}
          </IntentLink>
        );
      }}
    </Entries>
  );
}

type BundlesProps = {
  entries: readonly unknown[] | undefined;
  names: readonly string[] | undefined;
  events: readonly ShownOrderEvent[];
};

function Bundles({ entries, names = [], events }: BundlesProps) {
  const t = useTranslations("orders");
  const { base, can } = useDesk();
  const named = namesIn(events, "bundle");
  return (
    <Entries entries={entries} none={t("data.noBundles")}>
      {(entry, at) => {
        const { id, name = names[at] } = readOrderBundle(entry);
        const label = name ?? (id && named.get(id)) ?? id;
        if (!id || !can("checkout", "bundles", "list")) return label ?? <code>{JSON.stringify(entry)}</code>;
        return (
          <IntentLink href={`${base}/bundles/${encodeURIComponent(id)}`} className={linkClass}>
            {label}
          </IntentLink>
        );
      }}
    </Entries>
  );
}

type EntriesProps<T> = {
  entries: readonly T[] | undefined;
  none: string;
  children: (entry: T, at: number) => ReactNode;
};

function Entries<T>({ entries, none, children }: EntriesProps<T>) {
  const t = useTranslations("orders");
  if (!entries || entries.length === 0) return <span className="text-muted">{entries ? none : t("notProvided")}</span>;
  return (
    <ul className="grid gap-2">
      {entries.map((entry, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an order may hold the same bundle twice.
        <li key={at}>{children(entry, at)}</li>
      ))}
    </ul>
  );
}
