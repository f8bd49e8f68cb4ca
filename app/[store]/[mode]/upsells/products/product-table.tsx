"use client";

import { useMutation } from "@tanstack/react-query";
import { Package, Pencil, Trash2, Upload } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { useAttempt } from "@/components/attempt";
import { Help } from "@/components/help/help";
import { useListHref } from "@/components/lists/list-address";
import { useListAddress } from "@/components/lists/use-list-address";
import { useResourceList } from "@/components/lists/use-resource-list";
import { Moment } from "@/components/moment";
import { pictureOf } from "@/components/products/remembered-products";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { DataTable } from "@/components/ui/data-table";
import { FilterBar } from "@/components/ui/filter-bar";
import { IntentLink } from "@/components/ui/intent-link";
import { lazyPart } from "@/components/ui/lazy-part";
import { MenuItem } from "@/components/ui/menu";
import { PageHeader } from "@/components/ui/page-header";
import { Picture } from "@/components/ui/picture";
import { columnsFor } from "@/components/ui/table-types";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { Remembered } from "@/lib/contract/desk/remembered";
import { productFilters, toProductInput } from "./filters";

const NameProducts = lazyPart(() => import("@/components/products/name-products"));
const column = columnsFor<Remembered>();

/** Another API lists no products, so this table then shows those that Cartwright remembers. */
export function ProductTable() {
  const t = useTranslations("products");
  const upsells = useTranslations("upsells");
  const { base, desk, can, has } = useDesk();
  const listHref = useListHref(`${base}/upsells`);
  const address = useListAddress(productFilters, ["search"]);
  const [naming, setNaming] = useState<string | null>(null);
  const input = toProductInput(address.filters);
  const { table } = useResourceList({ address, query: input.query, read: desk.remembered.list.options(input) });
  const mayName = can("desk", "remembered", "put");
  const forget = useForget();
  const importLink = mayName && (
    <IntentLink href={`${base}/upsells/products/import`} className={buttonClass()}>
      <Upload aria-hidden /> {t("import")}
    </IntentLink>
  );
  return (
    <>
      <PageHeader
        list
        title={t("title")}
        meta={<Help of="products" label={t("title")} />}
        description={t(has("checkout", "products", "list") ? "ownDescription" : "description")}
        crumbs={[{ href: listHref, label: upsells("title") }]}
        actions={importLink}
      />
      <DataTable
        {...table}
        caption={t("title")}
        columns={useProductColumns(mayName ? setNaming : null)}
        rowName={({ id, name }) => name ?? id}
        {...(mayName && {
          rowActions: (product: Remembered) => (
            <>
              <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setNaming(product.id)}>
                {t("edit")}
              </MenuItem>
              <MenuItem icon={<Trash2 aria-hidden />} tone="danger" onSelect={() => forget(product)}>
                {t("forget")}
              </MenuItem>
            </>
          ),
        })}
        toolbar={<FilterBar search={address.search("search", t("search"))} />}
        empty={{
          icon: <Package />,
          title: t("emptyTitle"),
          action: importLink,
          children: t(mayName ? "emptyBody" : "emptyReadOnly"),
        }}
      />
      {naming && <NameProducts ids={[naming]} onClose={() => setNaming(null)} />}
    </>
  );
}

/** Undo restores what people said, but the days of remembering are counted from the start. */
function useForget() {
  const t = useTranslations("products");
  const { desk, has } = useDesk();
  const attempt = useAttempt();
  const { mutateAsync: forget } = useMutation(desk.remembered.delete.mutation());
  const { mutateAsync: put } = useMutation(desk.remembered.put.mutation());
  const params = { kind: "product" };
  return async ({ id, name, price, currency, status, extra, ...known }: Remembered) => {
    if ((await attempt(() => forget({ params, query: { id } }))) === null) return;
    const { compare_at_price, tax_included, categories = [] } = known;
    const own = status && status !== "deleted" && { status, categories, compare_at_price, tax_included };
    const body = { id, name, price, currency, ...extra, ...own };
    const onUndo = () => void attempt(() => put({ params, body }));
    toast.undo({
      message: t(has("checkout", "products", "list") ? "ownForgotten" : "forgotten", { name: name ?? id }),
      onUndo,
    });
  };
}

function Price({ product }: { product: Remembered }) {
  const t = useTranslations("products");
  const { format, store } = useDesk();
  const { price, compare_at_price: compareAt = null, tax_included: tax = null, currency } = product;
  if (price === null) return <span className="text-muted">{t("noPrice")}</span>;
  const money = (amount: string) => format.money(Number(amount), currency ?? store.currency);
  return (
    <span className="inline-flex flex-wrap justify-end gap-x-2">
      {Number(compareAt) > Number(price) && <s className="text-muted">{money(compareAt as string)}</s>}
      {money(price)}
      {tax !== null && <span className="text-muted">{t(tax ? "withTax" : "withoutTax")}</span>}
    </span>
  );
}

function ShopLinks({ product: { id, name, extra } }: { product: Remembered }) {
  const t = useTranslations("products");
  const links = [
    { what: t("page"), address: extra.url },
    { what: t("image"), address: extra.image_url },
  ].flatMap(({ what, address }) => (typeof address === "string" ? [{ what, address }] : []));
  if (links.length === 0) return <span className="text-muted">—</span>;
  return (
    <span className="inline-flex gap-3">
      {links.map(({ what, address }) => (
        <a
          key={what}
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t("linkOf", { what, name: name ?? id })}
          className="inline-block min-w-6 py-0.75 underline underline-offset-3"
        >
          {what}
        </a>
      ))}
    </span>
  );
}

function useProductColumns(onName: ((id: string) => void) | null) {
  const t = useTranslations("products");
  const { has, format } = useDesk();
  const isListed = has("checkout", "products", "list");
  return useMemo(
    () =>
      column.columns([
        column.accessor((product) => product.name ?? product.id, {
          id: "name",
          header: t("product"),
          meta: { primary: true },
          cell: ({ row: { original: product } }) => (
            <span className="flex items-center gap-2">
              {isListed && <Picture src={pictureOf(product.extra)} className="size-6" />}
              {onName ? (
                <Button
                  variant="link"
                  className="min-h-6 text-start font-medium whitespace-normal"
                  onClick={() => onName(product.id)}
                >
                  {product.name ?? product.id}
                </Button>
              ) : (
                (product.name ?? product.id)
              )}
            </span>
          ),
        }),
        column.field("id", t("id"), (id) => <code className="text-muted">{id}</code>, { wrap: true }),
        column.accessor("price", {
          header: t("price"),
          meta: { align: "end" },
          cell: ({ row: { original: product } }) => <Price product={product} />,
        }),
        ...(isListed
          ? [
              column.cell("status", t("status"), ({ status }) =>
                status ? t(`statuses.${status}`) : <span className="text-warning">{t("statuses.unknown")}</span>,
              ),
              column.cell("categories", t("categories"), ({ categories = [] }) => format.list(categories), {
                notOnPhone: true,
                wrap: true,
                room: "wide",
              }),
              column.cell("shop", t("inShop"), (product) => <ShopLinks product={product} />, { notOnPhone: true }),
            ]
          : []),
        ...(isListed
          ? []
          : [column.field("times", t("times"), (count) => t("days", { count }), { align: "end", notOnPhone: true })]),
        column.field("last_seen", t(isListed ? "changed" : "lastSeen"), (at) => <Moment at={at} precise />, {
          align: "end",
          room: "medium",
        }),
      ]),
    [t, format, isListed, onName],
  );
}
