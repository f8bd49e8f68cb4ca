"use client";

import { useTranslations } from "next-intl";
import { type Arithmetic, type ArithmeticLine, arithmeticLines } from "@/components/affiliates/attribution-entries";
import { cn } from "@/components/ui/cn";
import { useDesk } from "@/lib/api/desk";
import { isOneOf } from "@/lib/words";

type Props = { arithmetic: Arithmetic; currency: string | undefined; className?: string };

export function RateArithmetic({ arithmetic, currency, className }: Props) {
  const { money } = useDesk();
  const lines = arithmeticLines(arithmetic);
  const taken = (kind: ArithmeticLine["kind"]) => kind === "excluded" || kind === "refunded" || kind === "already";
  return (
    <div className={cn("grid gap-2 text-sm", className)}>
      <RateSentence arithmetic={arithmetic} currency={currency} />
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
  const { base, rate, rate_type: type, amount, exact, already_counted: already } = arithmetic;
  if (amount === undefined) return <p>{t("unknown")}</p>;
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

const exclusions = ["tax", "shipping", "product", "currency"] as const;

function Label({ line }: { line: ArithmeticLine }) {
  const t = useTranslations("attribution.arithmetic.lines");
  if (line.kind !== "excluded") return t(line.kind);
  return isOneOf(exclusions, line.what) ? t(line.what, { product: line.product ?? "" }) : line.what;
}
