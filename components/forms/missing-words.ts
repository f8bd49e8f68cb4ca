"use client";

import { useTranslations } from "next-intl";
import { useDesk } from "@/lib/api/desk";

/** Fields that have words of their own; a field has the same name in every form. */
const fields = [
  "name",
  "first_name",
  "last_name",
  "email",
  "product_id",
  "affiliate_id",
  "bundle_id",
  "upsell_id",
  "quantity",
  "type",
  "placement",
  "url",
  "destination_url",
  "events",
  "products",
  "rate",
  "commission_rate",
  "category",
  "group",
  "currency",
  "hypothesis",
] as const;
type Field = (typeof fields)[number];

const isBlank = (value: unknown): boolean =>
  value === null ||
  Number.isNaN(value) ||
  (typeof value === "string" && value.trim() === "") ||
  (Array.isArray(value) && value.length === 0);

const at = (record: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], record);

/** What to say at a field that was left empty, in words of the field; undefined if something was entered. */
export function useMissingWords(): (values: unknown, path: string) => string | undefined {
  const t = useTranslations("form.missing");
  const { format } = useDesk();
  const amount = () => t("amount", { example: format.money(500) });
  function wordsOf(values: unknown, path: readonly string[]): string | undefined {
    const name = path.at(-1) as Field;
    if (path.at(-1) === "amount" || path.at(-1) === "threshold") return amount();
    if (path.at(-1) === "value") {
      const type = String(at(values, [...path.slice(0, -1), "type"]));
      return type.startsWith("percentage") ? t("percentage") : amount();
    }
    return fields.includes(name) ? t(name) : undefined;
  }
  return (values, path) => {
    const parts = path.split(".");
    const value = at(values, parts);
    if (!isBlank(value)) return undefined;
    // A number that was not understood is not there either.
    const words = wordsOf(values, parts) ?? (Number.isNaN(value) ? undefined : t("other"));
    return words && parts[0] === "volume_tiers" ? t("inTier", { tier: Number(parts[1]) + 1, words }) : words;
  };
}
