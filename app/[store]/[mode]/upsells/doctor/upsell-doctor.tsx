"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, Info, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { NameProductsButton } from "@/components/products/name-products-button";
import { type Products, withheldAs } from "@/components/products/remembered-products";
import type { FoundProducts } from "@/components/products/use-products";
import { type Tone, toneText } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";
import { nextOf } from "@/lib/contract/checkout/upsell-words";
import { leadingTo, stepOf } from "../chain/reads";
import { useConditionWords } from "../conditions/use-condition-words";
import { useUpsellWords } from "../words";
import {
  comparisonOf,
  examine,
  type NamedOffer,
  type OfferComparison,
  type OfferFinding,
  verdictOf,
  type Weight,
} from "./doctor";

const looks: Record<Weight, { icon: typeof Info; tone: Tone }> = {
  stops: { icon: CircleX, tone: "danger" },
  warns: { icon: TriangleAlert, tone: "warning" },
  notes: { icon: Info, tone: "info" },
};

const verdicts = {
  stopped: looks.stops,
  ready: { icon: CircleCheck, tone: "success" },
  unsure: looks.notes,
  clear: { icon: CircleCheck, tone: "success" },
} as const;

const compared = 100;
const minutes = 60_000;

type Props = { upsell: UpsellDraft; id: string | undefined } & FoundProducts;

export default function UpsellDoctor({ upsell, id, products, known, doubt }: Props) {
  const t = useTranslations("upsells.doctor");
  const desk = useDesk();
  const { checkout, can, has, store, format } = desk;
  const words = useFindingWords(products);
  const next = useQueries({ queries: nextOf(upsell).map((next) => stepOf(desk, next)) });
  const leading = useQuery({
    ...leadingTo(desk, id ?? ""),
    enabled: id !== undefined && has("checkout", "upsells", "list", "leads_to"),
  });
  const [now] = useState(Date.now);
  const others = useQuery({
    ...checkout.upsells.list.options({ query: { status: "active", per_page: compared } }),
    staleTime: 5 * minutes,
  });
  const settings = useQuery({
    ...checkout.settings.get.options(),
    enabled: can("checkout", "settings", "get"),
    staleTime: 5 * minutes,
  });
  const comparedWords = (one: OfferComparison) =>
    one.code === "compared"
      ? t(one.code, { count: one.count })
      : t(one.code, { count: format.number(one.count), total: format.number(one.total) });
  const product = products.get(upsell.product_id);
  // Findings that need requests appear together, so that nothing moves as one response follows the other.
  const complete =
    !others.isPending && !settings.isLoading && !leading.isLoading && next.every(({ isLoading }) => !isLoading);
  const findings = examine(
    { ...upsell, id },
    {
      others: complete ? others.data?.data : undefined,
      maxOffers: complete ? settings.data?.upsells?.max_offers_per_checkout : undefined,
      price: known ? (product?.price ?? null) : undefined,
      withheld: withheldAs(products, upsell.product_id),
      mostInStock: product?.mostInStock,
      now,
      unknown: has("checkout", "products", "list") ? doubt(upsell.product_id) !== undefined : undefined,
      followers: new Set([
        ...[upsell, ...(others.data?.data ?? [])].flatMap(nextOf),
        ...(id && leading.data?.data.length ? [id] : []),
      ]),
      next: complete ? next.flatMap(({ data }) => data ?? []) : undefined,
      currency: store.currency,
    },
  );
  const verdict = verdictOf(upsell, findings);
  const lookOf = ({ code, weight }: OfferFinding) =>
    looks[verdict === "ready" && code === "not_active" ? "notes" : weight];
  const comparison = others.data && comparisonOf(id, others.data.data, others.data.pagination.total);
  return (
    <Panel title={t("title")}>
      <div data-testid="doctor" aria-live="polite" className="grid gap-2.5">
        <Line {...verdicts[verdict]}>
          <span className="font-medium">{t(verdict)}</span>
        </Line>
        {findings.map((finding) => (
          <Line key={finding.code} {...lookOf(finding)}>
            {words(finding)}
          </Line>
        ))}
        <p className="text-sm text-muted">
          {complete && (others.error ? t("othersFailed") : comparison && comparedWords(comparison))}
        </p>
      </div>
    </Panel>
  );
}

function Line({ icon: Icon, tone, children }: { icon: typeof Info; tone: Tone; children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 text-sm text-pretty">
      <Icon aria-hidden className={cn("mt-px size-4 shrink-0", toneText[tone])} />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}

function useFindingWords(products: Products): (finding: OfferFinding) => ReactNode {
  const t = useTranslations("upsells.doctor");
  const { base } = useDesk();
  const words = useUpsellWords();
  const conditions = useConditionWords();
  const nameOf = (id: string) => products.get(id)?.name ?? id;
  const linksTo = (upsells: readonly NamedOffer[]) =>
    upsells.slice(0, 3).map(({ id, name }, at) => (
      <span key={id}>
        {at > 0 && ", "}
        <Link
          href={`${base}/upsells/${encodeURIComponent(id)}`}
          prefetch={false}
          className="font-medium underline underline-offset-3"
        >
          {name}
        </Link>
      </span>
    ));
  return (finding) => {
    switch (finding.code) {
      case "not_active":
      case "status_unknown":
        return t(finding.code, { status: words.status(finding.status).label });
      case "withheld":
        return t("withheld", { product: nameOf(finding.product), status: finding.status });
      case "own_trigger":
        return t(finding.only ? "own_trigger_only" : "own_trigger", { product: nameOf(finding.product) });
      case "discount_out_of_range":
        return t("discount_out_of_range", { type: finding.type });
      case "duplicate":
      case "overlap":
      case "same_product":
      case "next_off":
        return t.rich(finding.code, { count: finding.upsells.length, offers: () => linksTo(finding.upsells) });
      case "too_many":
        return finding.product === null
          ? t("too_many_any", { count: finding.count, max: finding.max })
          : t("too_many", { count: finding.count, max: finding.max, product: nameOf(finding.product) });
      case "over":
        return conditions.notNow({ ends_at: finding.at }, Date.parse(finding.at));
      case "price_unknown":
        return finding.weight === "notes" ? (
          t("price_sample", { product: nameOf(finding.product) })
        ) : (
          <span className="grid justify-items-start gap-1.5">
            {t("price_unknown", { product: nameOf(finding.product) })}
            <NameProductsButton ids={[finding.product]}>{t("enterPrice")}</NameProductsButton>
          </span>
        );
      case "sold_out":
      case "product_unknown":
      case "free":
        return t(finding.code, { product: nameOf(finding.product) });
      default:
        return t(finding.code);
    }
  };
}
