"use client";

import { useTranslations } from "next-intl";
import { DownloadCsv, type FigureColumn } from "@/components/figures/download-csv";
import { Help } from "@/components/help/help";
import { ProductName } from "@/components/products/product-name";
import { useProducts } from "@/components/products/use-products";
import { Panel } from "@/components/ui/panel";
import { RowsTable } from "@/components/ui/rows-table";
import { useDesk } from "@/lib/api/desk";
import type { OfferResults } from "@/lib/contract/checkout/analytics";
import { wilsonInterval } from "@/lib/stats/index";
import { isOneOf } from "@/lib/word-format";
import { useUpsellWords } from "../../words";
import { triggersIn } from "./filters";
import { type Dimension, dimensions, leastShown, type Segment, segmentsBy } from "./segments";

const known = ["mobile", "desktop", "tablet", "new", "returning"] as const;

/** How sure the rates are is said with each, because many of them stand on few showings. */
export function Breakdowns({ results }: { results: OfferResults }) {
  const t = useTranslations("offerResults");
  const { format } = useDesk();
  const { since } = results.recorded;
  const parts = dimensions.map((by) => ({ by, rows: segmentsBy(by, results) })).filter(({ rows }) => rows.length > 0);
  return (
    <section aria-labelledby="parts" className="grid min-w-0 gap-3">
      <div>
        <h2 id="parts" className="text-lg font-semibold">
          {t("parts.title")}
        </h2>
        <p className="text-sm text-muted text-pretty">
          {since === null || parts.length === 0
            ? t("parts.notRecorded")
            : since > results.period.start
              ? t("parts.since", { day: format.day(since) })
              : t("parts.about")}
        </p>
      </div>
      {parts.map(({ by, rows }) => (
        <Breakdown key={by} by={by} rows={rows} results={results} />
      ))}
    </section>
  );
}

function Breakdown({ by, rows, results }: { by: Dimension; rows: readonly Segment[]; results: OfferResults }) {
  const t = useTranslations("offerResults");
  const { format } = useDesk();
  const words = useUpsellWords();
  const { products } = useProducts(by === "trigger_product" ? triggersIn(results) : []);
  const money = (value: number) => format.money(value, results.currency);
  const nameOf = ({ value }: Segment): string => {
    if (value === null) return t("parts.unknown");
    if (by === "placement") return words.placement(value);
    if (by === "trigger_product") return value === "" ? t("parts.anyCart") : (products.get(value)?.name ?? value);
    return isOneOf(known, value) ? t(`parts.values.${value}`) : value;
  };
  const columns: FigureColumn<Segment>[] = [
    {
      id: "value",
      label: t(`parts.by.${by}`),
      csv: nameOf,
      cell: (row) => {
        if (row.value === null) return <span className="text-muted">{nameOf(row)}</span>;
        if (by !== "trigger_product" || row.value === "") return nameOf(row);
        return <ProductName id={row.value} {...products.get(row.value)} />;
      },
    },
    ...(["shown", "accepted"] as const).map(
      (name): FigureColumn<Segment> => ({
        id: name,
        label: t(`figures.${name}`),
        align: "end",
        csv: (row) => row[name],
        cell: (row) => format.number(row[name]),
      }),
    ),
    {
      id: "rate",
      label: t("figures.acceptance_rate"),
      align: "end",
      csv: ({ shown, accepted }) => (shown > 0 ? Math.min(1, accepted / shown) : null),
      cell: ({ shown, accepted }) => {
        const { lower, upper } = wilsonInterval(accepted, shown);
        if (shown < leastShown || lower === null || upper === null)
          return <span className="text-muted">{shown > 0 ? t("parts.tooFew") : "—"}</span>;
        return (
          <>
            {format.ratioInColumn(accepted / shown)}
            <span className="block text-xs text-muted">
              {t("parts.interval", { lower: format.ratioInColumn(lower), upper: format.ratioInColumn(upper) })}
            </span>
          </>
        );
      },
    },
    {
      id: "revenue",
      label: t("figures.revenue"),
      align: "end",
      csv: ({ revenue }) => revenue,
      cell: ({ revenue }) => money(revenue),
    },
    {
      id: "discount",
      label: t("figures.discount"),
      align: "end",
      csv: ({ discount }) => discount,
      cell: ({ discount }) => (discount === null ? "—" : money(discount)),
    },
  ];
  const { start, end } = results.period;
  const title = t(`parts.titles.${by}`);
  return (
    <Panel
      level={3}
      title={title}
      aside={by === "visitors" && <Help of="newOrReturning" label={title} />}
      actions={<DownloadCsv what={title} file={`${by}-${start}-${end}`} columns={columns} rows={rows} />}
      flush
    >
      <RowsTable cards caption={title} rows={rows} rowKey={({ value }) => value ?? " "} columns={columns} />
    </Panel>
  );
}
