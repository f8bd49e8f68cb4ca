"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { FieldWords } from "@/components/forms/conflict-dialog";
import { fill } from "@/components/forms/merge-edits";
import { type Looks, lookOf } from "@/components/unknown-status";
import { useDesk } from "@/lib/api/desk";
import type { Recommendation } from "@/lib/contract/checkout/recommendation";
import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";
import {
  discountTypes,
  type nextFields,
  piecesOf,
  upsellPlacements,
  type upsellStatuses,
} from "@/lib/contract/checkout/upsell-words";
import type { Upsell } from "@/lib/contract/checkout/upsells";
import { isOneOf } from "@/lib/word-format";
import { useConditionWords } from "./conditions/use-condition-words";
import type { OwnFinding } from "./doctor/doctor";
import { rangeOf } from "./preview/scene";

type Discount = { type?: string | undefined; value?: number | undefined };

const looks: Looks<(typeof upsellStatuses)[number]> = {
  active: { tone: "success" },
  inactive: { tone: "neutral", hollow: true },
  draft: { tone: "warning", hollow: true },
};

/** An unknown status is shown in readable words, any other unknown word as the API sends it. */
export function useUpsellWords() {
  const t = useTranslations("upsellWords");
  const { format } = useDesk();
  return useMemo(
    () => ({
      status: (status: string) => lookOf(looks, status, (known) => t(`statuses.${known}`)),
      placement: (placement: string): string =>
        isOneOf(upsellPlacements, placement) ? t(`placements.${placement}`) : placement,
      recommendation: ({ kind, category = "" }: Recommendation = {}): string =>
        kind ? t(`recommendations.${kind}`, { category }) : "",
      discount: ({ type, value }: Discount = {}): string | null => {
        if (value === undefined) return type ?? null;
        if (type === "percentage") return t("percentOff", { value: format.percent(value) });
        if (type === "fixed_amount") return t("amountOff", { value: format.money(value) });
        return t("otherOff", { type: type ?? "", value: format.number(value) });
      },
      /** For a column whose title says that it is a discount. */
      discountAlone: ({ type, value }: Discount = {}): string | null => {
        if (value === undefined) return type ?? null;
        if (type === "percentage") return format.percent(value);
        return type === "fixed_amount" ? format.money(value) : `${format.number(value)} ${type ?? ""}`.trim();
      },
      short: (finding: Exclude<OwnFinding, { code: "no_trigger" }>): string | null => {
        // The status column says so already, and other problems matter only once the offer is switched on.
        if (finding.code === "not_active") return null;
        if (finding.code === "status_unknown") return t("short.status_unknown", { status: finding.status });
        if (finding.code === "withheld") return t("short.withheld", { status: finding.status });
        if (finding.code === "own_trigger") return t(finding.only ? "short.own_trigger_only" : "short.own_trigger");
        return t("short.discount_out_of_range");
      },
      discountType: (type: (typeof discountTypes)[number]): string => t(`discounts.${type}`),
      discountTypes: discountTypes.map((value) => ({ value, label: t(`discounts.${value}`) })),
      placements: upsellPlacements.map((value) => ({ value, label: t(`placements.${value}`) })),
    }),
    [t, format],
  );
}

export function useFieldWords(): FieldWords<UpsellDraft> {
  const t = useTranslations("upsells.form");
  const labels = useTranslations("upsellConditions.labels");
  const { format } = useDesk();
  const words = useUpsellWords();
  const conditions = useConditionWords();
  const wordsFor: { [F in keyof UpsellDraft]?: (value: UpsellDraft[F]) => string | null } = {
    trigger_products: (ids) => ids.join(", "),
    discount: ({ type, value }) => words.discount(Number.isFinite(value) ? { type, value } : { type }),
    recommendation: words.recommendation,
    quantity: (quantity = {}) => rangeOf(piecesOf(quantity)),
    placement: words.placement,
    status: (status) => words.status(status).label,
    audience: (audience = {}) => conditions.who(audience, 100, new Map()),
    schedule: (schedule = {}) => conditions.when(schedule),
    limits: (limits = {}) => conditions.often(limits),
    next_accepted: (id) => id ?? "",
    next_declined: (id) => id ?? "",
    texts: (texts = {}) =>
      Object.entries(texts)
        .map(([language, words]) => format.row([format.language(language), ...Object.values(words).map(String)]))
        .join("\n"),
    image_url: (address) => address ?? null,
  };
  return {
    label: (field) => {
      if (field === "discount") return t("discount");
      return isOneOf(conditionFields, field) ? labels(field) : t(`labels.${field}`);
    },
    value: (field, value) => (wordsFor[field] ?? String)(value as never) || t("nothing"),
  };
}

const conditionFields = ["audience", "schedule", "limits", "share_percent", "priority"] as const;

export const emptyUpsell: UpsellDraft = {
  name: "",
  product_id: "",
  recommendation: {},
  trigger_products: [],
  discount: { type: "percentage", value: Number.NaN },
  quantity: {},
  placement: "cart",
  status: "draft",
  priority: 0,
  audience: {},
  schedule: {},
  limits: {},
  share_percent: 100,
  next_accepted: null,
  next_declined: null,
  texts: {},
  image_url: null,
};

/** `ids` are those in live of what follows. What live does not have yet leaves the chain there as it is. */
export function inLive(draft: UpsellDraft, ids: ReadonlyMap<string, string>, there?: UpsellDraft | null): UpsellDraft {
  const next = (field: (typeof nextFields)[number]) => {
    const id = draft[field];
    return id ? (ids.get(id) ?? there?.[field] ?? null) : null;
  };
  return { ...draft, next_accepted: next("next_accepted"), next_declined: next("next_declined") };
}

export const toDraft = (upsell: Upsell): UpsellDraft => fill(emptyUpsell, upsell);
