"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Moment } from "@/components/moment";
import { Waiting } from "@/components/query-error";
import { Status } from "@/components/ui/badge";
import { TextLink } from "@/components/ui/intent-link";
import { Panel } from "@/components/ui/panel";
import { RowsTable } from "@/components/ui/rows-table";
import { useDesk } from "@/lib/api/desk";
import type { offerAnswers } from "@/lib/contract/checkout/order-words";
import type { Order } from "@/lib/contract/checkout/orders";

const answers = {
  accepted: { tone: "success" },
  declined: { tone: "neutral" },
} as const satisfies Record<(typeof offerAnswers)[number], object>;
const isAnswer = (answer: string): answer is keyof typeof answers => answer in answers;

export function ShownOffers({ order }: { order: Order }) {
  const t = useTranslations("orders.offers");
  const { base, checkout, can, has, format } = useDesk();
  const isKnown = has("checkout", "orders", "offers");
  const offers = useQuery({ ...checkout.orders.offers.options({ params: { id: order.order_id } }), enabled: isKnown });
  if (!isKnown) return null;
  const { data = [], complete } = offers.data ?? {};
  return (
    <Panel title={t("title")} flush>
      {!offers.data ? (
        <div className="p-4">
          <Waiting of={offers} lines={3} />
        </div>
      ) : (
        <>
          {data.length > 0 && (
            <RowsTable
              caption={t("title")}
              cards
              rows={data}
              rowKey={({ upsell_id }) => upsell_id}
              columns={[
                {
                  id: "offer",
                  label: t("offer"),
                  cell: ({ upsell_id: id, name }) =>
                    name === id ? (
                      <>
                        <code>{id}</code> <span className="text-muted">({t("gone")})</span>
                      </>
                    ) : (
                      <TextLink href={`${base}/upsells/${encodeURIComponent(id)}`}>{name}</TextLink>
                    ),
                },
                {
                  id: "shown",
                  label: t("shown"),
                  cell: ({ shown_at: at }) => (at ? <Moment at={at} precise /> : <span className="text-muted">—</span>),
                },
                {
                  id: "answer",
                  label: t("answer"),
                  cell: ({ answer }) =>
                    answer !== null && isAnswer(answer) ? (
                      <Status {...answers[answer]}>{t(answer)}</Status>
                    ) : (
                      <span className="text-muted">{answer ?? t("none")}</span>
                    ),
                },
                {
                  id: "revenue",
                  label: t("revenue"),
                  align: "end",
                  cell: ({ revenue }) =>
                    revenue === undefined ? (
                      <span className="text-muted">—</span>
                    ) : (
                      format.money(revenue, order.currency)
                    ),
                },
                {
                  id: "why",
                  label: t("explanation"),
                  cell: can("checkout", "shop", "explain")
                    ? ({ upsell_id: id, name }) =>
                        name !== id && (
                          <TextLink
                            href={`${base}/upsells/${encodeURIComponent(id)}?order=${encodeURIComponent(order.order_id)}`}
                            aria-label={t("whyOf", { name })}
                          >
                            {t("why")}
                          </TextLink>
                        )
                    : undefined,
                },
              ]}
            />
          )}
          {!(complete && data.length > 0) && (
            <p className="px-4 py-3 text-sm text-pretty text-muted not-first:border-t not-first:border-line">
              {t(complete ? "noneShown" : data.length > 0 ? "onlyAccepted" : "unknown")}
            </p>
          )}
        </>
      )}
    </Panel>
  );
}
