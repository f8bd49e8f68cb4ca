"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useAttributionWords, useProgramWords } from "@/components/affiliates/program-words";
import { toPage } from "@/components/lists/table-address";
import { useListAddress } from "@/components/lists/use-list-address";
import { useResourceList } from "@/components/lists/use-resource-list";
import { Look, type StatusLook } from "@/components/ui/badge";
import { DataTable } from "@/components/ui/data-table";
import { columnsFor } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import type { AttributedOrder } from "@/lib/contract/affiliate/orders";
import { recordFilters } from "../filters";

type Row = AttributedOrder;

const column = columnsFor<Row>();
const paths = {
  orders: "affiliate-orders/",
  payouts: "payouts/",
  commissions: "commissions?status=all&id=",
  links: "links/",
};
type Kind = keyof typeof paths;

/** If the API cannot filter by affiliate, the loaded pages are searched. */
export default function Records({ kind, of }: { kind: Kind; of: string }) {
  const t = useTranslations("affiliates.page");
  const { base, affiliate, has } = useDesk();
  const address = useListAddress(recordFilters);
  const columns = useColumns(kind);
  const filters = has("affiliate", kind, "list", "affiliate_id");
  const page = toPage(address.filters);
  const query = filters ? { ...page, affiliate_id: of } : { ...page, per_page: 100 };
  const { table } = useResourceList({
    api: "affiliate",
    address,
    query,
    read: (affiliate[kind].list as typeof affiliate.orders.list).options({ query }),
  });
  const { rows, count } = table;
  return (
    <DataTable<Row>
      {...table}
      caption={t(`tabs.${kind}`)}
      columns={columns}
      rows={filters ? rows : rows?.filter((row) => row.affiliate_id === of)}
      count={filters ? count : { ...count, total: null }}
      rowName={({ id }) => id}
      rowHref={({ id }) => `${base}/${paths[kind]}${encodeURIComponent(id)}`}
      filtered={!filters && count.hasNext}
      toolbar={!filters && <p className="px-1 py-1 text-sm text-muted">{t("notFiltered")}</p>}
      empty={{ title: t(`none.${kind}`), children: t(`noneBody.${kind}`) }}
    />
  );
}

function useColumns(kind: Kind) {
  const t = useTranslations("affiliates.page.columns");
  const { format, money } = useDesk();
  const words = useAttributionWords();
  const program = useProgramWords();
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
  /** These columns can be empty in every row, which does not mean that the API does not report them. */
  const maybeNone = { optional: false };
  const named = (value: unknown, name: (word: string) => ReactNode) => {
    const word = text(value);
    return word ? name(word) : word;
  };
  const cell = (id: string, header: string, show: (row: Row) => ReactNode, meta: object = {}) =>
    column.cell(id, header, show, { optional: true, ...meta });
  const number = (id: string, header: string, show: (value: number, row: Row) => ReactNode, meta: object = {}) =>
    cell(id, header, (row) => (typeof row[id] === "number" ? show(row[id], row) : undefined), {
      align: "end",
      ...meta,
    });
  const amount = (id: string, header: string, meta: object = {}) =>
    number(id, header, (value, row) => money(value, text(row.currency)), meta);
  const count = (id: string, header: string) => number(id, header, format.number);
  const date = cell("created_at", t("created"), (row) => named(row.created_at, format.date), { align: "end" });
  const status = (read: (word: string, row: Row) => StatusLook) =>
    cell("status", t("status"), (row) => named(row.status, (word) => <Look {...read(word, row)} />));
  const first = (header: string, show: (row: Row) => ReactNode) => cell("first", header, show, { primary: true });
  const sets = {
    orders: () => [
      first(t("order"), ({ order_number, external_id, id }) => text(order_number) ?? text(external_id) ?? id),
      cell("method", t("method"), (row) => named(row.attribution_method, words.method)),
      status(words.order),
      amount("total", t("total")),
      date,
    ],
    commissions: () => [
      first(t("commission"), ({ id }) => id),
      cell("type", t("type"), (row) => named(row.type, program.commissionType)),
      status(words.commission),
      amount("sale_amount", t("sale"), maybeNone),
      amount("amount", t("amount")),
      date,
    ],
    payouts: () => [
      first(t("payout"), ({ id }) => id),
      cell("method", t("method"), (row) => named(row.method, program.payoutMethod), maybeNone),
      cell("reference", t("reference"), ({ reference }) => text(reference), maybeNone),
      status((word, row) => program.payoutStatus(word, text(row.returned_at))),
      amount("amount", t("amount")),
      date,
    ],
    links: () => [
      first(t("link"), ({ name, code, id }) => text(name) ?? text(code) ?? id),
      cell("destination", t("destination"), (row) =>
        named(row.destination_url, (url) => <span className="inline-block max-w-72 truncate align-bottom">{url}</span>),
      ),
      status(program.linkStatus),
      count("clicks", t("clicks")),
      count("orders", t("orders")),
      amount("revenue", t("revenue")),
    ],
  };
  return column.columns(sets[kind]());
}
