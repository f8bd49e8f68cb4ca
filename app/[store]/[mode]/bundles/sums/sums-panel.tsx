"use client";

import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { NameProductsButton } from "@/components/products/name-products-button";
import { type Products, withheldAs } from "@/components/products/remembered-products";
import { Scroller } from "@/components/scroller";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { bundleTypes } from "@/lib/contract/checkout/bundle-words";
import { type Decimal, minorDigits, toMajor } from "@/lib/decimal";
import { isOneOf } from "@/lib/word-format";
import { useBundleWords } from "../words";
import { type BundleSums, type Case, type Contents, savedShare, sumsOf } from "./arithmetic";

type Props = { bundle: Contents; products: Products };

export function SumsPanel({ bundle, products }: Props) {
  const t = useTranslations("bundles.sums");
  const { store } = useDesk();
  const sums = sumsOf(bundle, products, minorDigits(store.currency));
  if (sums.lines.length === 0) {
    return (
      <Panel title={t("title")}>
        <p className="text-muted">{t("nothing")}</p>
      </Panel>
    );
  }
  return (
    <Panel
      title={t("title")}
      footer={
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
          <p className="min-w-0 flex-1 basis-56 text-sm text-muted">{t("basis", { currency: store.currency })}</p>
          <NameProductsButton ids={sums.lines.map(({ product }) => product)}>{t("nameProducts")}</NameProductsButton>
        </div>
      }
    >
      <div data-testid="sums" className="grid gap-4">
        <Price bundle={bundle} sums={sums} />
        <Doubts bundle={bundle} sums={sums} products={products} />
        <Lines sums={sums} products={products} />
        <Sums bundle={bundle} sums={sums} />
      </div>
    </Panel>
  );
}

function useAmounts() {
  const t = useTranslations("bundles.sums");
  const { store, format } = useDesk();
  const digits = minorDigits(store.currency);
  return {
    of: (minor: bigint | null) =>
      minor === null ? t("unknown") : format.money(toMajor({ units: minor, scale: 0 }, digits)),
    exactly: (part: Decimal | null) => (part === null ? t("unknown") : format.exactMoney(toMajor(part, digits))),
  };
}

function Price({ bundle: { type, products = [] }, sums: { cases } }: { bundle: Contents; sums: BundleSums }) {
  const t = useTranslations("bundles.sums");
  const amounts = useAmounts();
  const [low, high = low] = cases;
  const count = products.reduce((all, { quantity = Number.NaN }) => all + quantity, 0);
  return (
    <div aria-live="polite" aria-atomic>
      <p className="text-2xl font-semibold tracking-tight tabular-nums">
        <span className="sr-only">{t("price")} </span>
        {low?.price === high?.price
          ? amounts.of(low?.price ?? null)
          : t("range", { low: amounts.of(low?.price ?? null), high: amounts.of(high?.price ?? null) })}
      </p>
      {type === "mix_match" && Number.isInteger(count) && <p className="text-sm text-muted">{t("mix", { count })}</p>}
      {type === "build_a_box" && <p className="text-sm text-muted">{t("box")}</p>}
    </div>
  );
}

function Doubts({ bundle, sums: { lines, cases, doubts }, products }: Props & { sums: BundleSums }) {
  const t = useTranslations("bundles.sums.doubts");
  const { format } = useDesk();
  const words = useBundleWords();
  const unknown = [...new Set(lines.filter(({ unit }) => unit === null).map(({ product }) => product))];
  const [low, high] = cases;
  const parts = {
    count: unknown.length,
    products: format.list(unknown.map((id) => products.get(id)?.name ?? id)),
    type: words.pricingType(bundle.pricing?.type ?? ""),
    // One end of a price range may be in doubt and the other not.
    some: String(high !== undefined && !(isDoubtful(low) && isDoubtful(high))),
  };
  const sentences = doubts.map((doubt) => t(doubt, parts));
  for (const id of new Set(lines.map(({ product }) => product))) {
    const status = withheldAs(products, id);
    const text = status && t("withheld", { product: products.get(id)?.name ?? id, status });
    if (text) sentences.unshift(text);
  }
  if (bundle.type !== undefined && !isOneOf(bundleTypes, bundle.type)) {
    sentences.push(t("type_unknown", { type: bundle.type }));
  }
  if (sentences.length === 0) return null;
  return (
    <ul aria-live="polite" className="grid gap-1.5">
      {sentences.map((text) => (
        <li key={text} className="flex items-start gap-2 text-sm text-pretty">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
          <span className="min-w-0 wrap-anywhere">{text}</span>
        </li>
      ))}
    </ul>
  );
}

const isDoubtful = (each: Case | undefined): boolean =>
  each !== undefined && ((each.price !== null && each.price <= 0n) || (each.savings !== null && each.savings < 0n));

function Lines({ sums: { lines }, products }: { sums: BundleSums; products: Products }) {
  const t = useTranslations("bundles.sums");
  const amounts = useAmounts();
  return (
    <ul aria-label={t("lines")} className="grid gap-1 text-sm">
      {lines.map(({ product, quantity, unit, total }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a product may be listed twice, and lines have no identity.
        <li key={at} className="flex items-baseline justify-between gap-3">
          <span className="min-w-0">
            <span className="wrap-anywhere">{products.get(product)?.name ?? product}</span>
            <span className="ms-1.5 text-muted tabular-nums">
              {t("each", { quantity: quantity ?? "?", price: amounts.of(unit) })}
            </span>
          </span>
          <span className="shrink-0 tabular-nums">{amounts.of(total)}</span>
        </li>
      ))}
    </ul>
  );
}

function Sums({ bundle, sums: { cases } }: { bundle: Contents; sums: BundleSums }) {
  const t = useTranslations("bundles.sums");
  const { format } = useDesk();
  const words = useBundleWords();
  const amounts = useAmounts();
  const names = bundle.type === "mix_match" ? (["cheapest", "dearest"] as const) : (["one", "full"] as const);
  const isRounded = cases.some(({ rounding }) => rounding !== null && rounding.units !== 0n);
  const saved = (each: Case) => {
    const share = savedShare(each);
    const amount = amounts.of(each.savings);
    return share === null ? amount : t("saved", { amount, share: format.percent(share / 100) });
  };
  const rows = [
    { name: t("subtotal"), cell: (each: Case) => amounts.of(each.subtotal) },
    {
      name: t("discount"),
      note: words.pricing(bundle.pricing),
      cell: (each: Case) => amounts.exactly(each.discount && { ...each.discount, units: -each.discount.units }),
    },
    ...(isRounded
      ? [{ name: t("rounding"), note: t("rounded"), cell: (each: Case) => amounts.exactly(each.rounding) }]
      : []),
    { name: t("price"), strong: true, cell: (each: Case) => amounts.of(each.price) },
    { name: t("savings"), cell: saved },
  ];
  return (
    <Scroller label={t("sums")}>
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">{t("sums")}</caption>
        <thead className={cases.length === 1 ? "sr-only" : undefined}>
          <tr>
            <td />
            {cases.map((_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the two ends of a range are their positions.
              <th key={at} scope="col" className="pb-1 text-end font-medium text-muted">
                {t(cases.length === 1 ? "cases.all" : `cases.${names[at] ?? "full"}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, note, strong, cell }) => (
            <tr key={name} className={strong ? "font-semibold" : undefined}>
              <th scope="row" className="border-t border-line py-1.5 pe-3 text-start align-baseline">
                <span className={strong ? undefined : "font-normal"}>{name}</span>
                {note && <span className="block text-xs font-normal text-muted">{note}</span>}
              </th>
              {cases.map((each, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the two ends of a range are their positions.
                <td key={at} className="border-t border-line py-1.5 ps-2 text-end align-baseline whitespace-nowrap">
                  {cell(each)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
