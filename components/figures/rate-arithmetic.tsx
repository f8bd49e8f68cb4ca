"use client";

import { useTranslations } from "next-intl";
import {
  type ArithmeticLine,
  arithmeticLines,
  type CommissionArithmetic,
} from "@/components/affiliates/attribution-entries";
import { cn } from "@/components/ui/cn";
import { TextLink } from "@/components/ui/intent-link";
import { useDesk } from "@/lib/api/desk";
import { rateRules } from "@/lib/contract/affiliate/program-words";
import { isOneOf } from "@/lib/word-format";

type Props = { arithmetic: CommissionArithmetic; currency: string | undefined; className?: string };

export function RateArithmetic({ arithmetic, currency, className }: Props) {
  const { money } = useDesk();
  const lines = arithmeticLines(arithmetic);
  const taken = (kind: ArithmeticLine["kind"]) => kind === "excluded" || kind === "refunded" || kind === "already";
  return (
    <div className={cn("grid gap-2 text-sm", className)}>
      <RateSentence arithmetic={arithmetic} currency={currency} />
      <Rule arithmetic={arithmetic} currency={currency} />
      {lines.length > 1 && (
        <dl data-testid="arithmetic" className="grid max-w-md gap-y-1">
          {lines.map((line) => (
            <div
              key={`${line.kind} ${line.kind === "excluded" ? `${line.what} ${line.product}` : ""}`}
              className={cn(
                "flex items-baseline justify-between gap-6",
                (line.kind === "base" || line.kind === "amount") && "border-t border-line pt-1 font-medium",
              )}
            >
              <dt className={taken(line.kind) ? "text-muted" : undefined}>
                <Label line={line} />
              </dt>
              <dd className="whitespace-nowrap tabular-nums">
                {line.amount === null
                  ? "—"
                  : `${taken(line.kind) && line.amount > 0 ? "−" : ""}${money(line.amount, currency)}`}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

function RateSentence({ arithmetic, currency }: Omit<Props, "className">) {
  const t = useTranslations("attribution.arithmetic");
  const { money, format } = useDesk();
  const { base, rate, rate_type: type, amount, exact, already_counted: already, bonus } = arithmetic;
  if (amount === undefined) return <p>{t("unknown")}</p>;
  if (bonus && isOneOf(bonuses, bonus.rule)) {
    return <p>{t(`bonus.${bonus.rule}`, { threshold: money(bonus.threshold ?? 0, currency) })}</p>;
  }
  const [total, earned] = [amount + (already ?? 0), money(amount, currency)];
  const shown = { amount: money(total, currency), base: base === undefined ? "" : money(base, currency) };
  const isRounded = exact?.includes(".");
  return (
    <p>
      {type === "percentage" && rate !== undefined && base !== undefined
        ? t("percentage", { ...shown, rate: format.percent(rate) })
        : type === "fixed" && rate !== undefined
          ? base !== undefined && total < rate
            ? t("capped", { ...shown, rate: money(rate, currency) })
            : t("fixed", shown)
          : t("plain", { amount: earned })}
      {isRounded && type === "percentage" && ` ${t("rounded")}`}
      {already ? ` ${t("already", { already: money(already, currency), amount: earned })}` : ""}
    </p>
  );
}

/** Names the version of the program that judged the order, and the rule of each part of it. */
function Rule({ arithmetic, currency }: Omit<Props, "className">) {
  const t = useTranslations("attribution.arithmetic");
  const { base: desk, can, money, format } = useDesk();
  const { version, parts = [], caps = [] } = arithmetic;
  if (version === undefined) return null;
  const words = t("version", { version });
  const amount = (value: number | undefined) => (value === undefined ? "" : money(value, currency));
  const nameOf = ({ rule, product_id, category, group, threshold, volume }: Part) => {
    const name = product_id ?? category ?? group ?? "";
    if (!isOneOf(rateRules, rule)) return rule;
    return t(`rules.${rule}`, { name, threshold: amount(threshold), volume: amount(volume) });
  };
  const rateOf = ({ rate = 0, rate_type, quantity, base }: Part) => {
    const shown = rate_type === "fixed" ? amount(rate) : format.percent(rate);
    return quantity === undefined
      ? t("part", { rate: shown, base: amount(base) })
      : t("pieces", { rate: shown, count: quantity });
  };
  return (
    <div className="grid gap-1">
      <p className="text-muted">
        {can("affiliate", "program", "get") ? <TextLink href={`${desk}/affiliates/rules`}>{words}</TextLink> : words}
      </p>
      <dl data-testid="rules" className="grid max-w-md gap-y-1">
        {parts.map((part) => (
          <div key={nameOf(part)} className="flex items-baseline justify-between gap-6">
            <dt className="wrap-anywhere">
              {nameOf(part)} <span className="text-muted">({rateOf(part)})</span>
            </dt>
            <dd className="whitespace-nowrap tabular-nums">{amount(part.amount)}</dd>
          </div>
        ))}
        {caps.map(({ what, limit, taken }) =>
          taken && isOneOf(limits, what) ? (
            <div key={what} className="flex items-baseline justify-between gap-6 text-muted">
              <dt>{t(`caps.${what}`, { limit: amount(limit) })}</dt>
              <dd className="whitespace-nowrap tabular-nums">−{amount(taken)}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </div>
  );
}

type Part = NonNullable<CommissionArithmetic["parts"]>[number];
const limits = ["order", "month"] as const;
const bonuses = ["first_sale", "volume"] as const;

const exclusions = ["tax", "shipping", "product", "currency"] as const;

function Label({ line }: { line: ArithmeticLine }) {
  const t = useTranslations("attribution.arithmetic.lines");
  if (line.kind !== "excluded") return t(line.kind);
  return isOneOf(exclusions, line.what) ? t(line.what, { product: line.product ?? "" }) : line.what;
}
