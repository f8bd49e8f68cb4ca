"use client";

import { useTranslations } from "next-intl";
import { FigureTile, FigureTiles } from "@/components/figures/figure-tiles";
import { OtherFields } from "@/components/forms/other-fields";
import { TextLink } from "@/components/ui/intent-link";
import { Segmented } from "@/components/ui/radio-group";
import { useDesk } from "@/lib/api/desk";
import { knownSummaryWords } from "@/lib/contract/affiliate/analytics-words";
import { otherFields } from "@/lib/contract/read";
import { isOneOf } from "@/lib/words";
import { type Figures, figureLooks, figureNames, totalsOf, valueIn } from "./figures";
import type { PanelProps } from "./filters";
import { type Summary, useFigures } from "./use-figures";

export function SummaryPanel({ filters, onChange, summary }: PanelProps & { summary: Summary }) {
  const t = useTranslations("affiliateAnalytics.figures");
  const { extensions } = useDesk();
  const { now, before, currencies, currency, whole } = summary;
  const figures = now.data?.data;
  const figureOf = useFigures(figures, currency);
  const compared = before !== null && !(before.error && !before.data);
  return (
    <section aria-labelledby="figures" className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="figures" className="text-lg font-semibold">
          {t("title")}
        </h2>
        {currencies.length > 1 && (
          <Segmented
            label={t("currency")}
            size="sm"
            value={currency}
            onValueChange={(code) => onChange({ currency: code, page: null })}
            options={currencies.map((code) => ({ value: code, label: code }))}
          />
        )}
      </div>
      <div className="min-w-0 rounded-lg border border-line bg-surface">
        <FigureTiles
          now={now}
          before={before}
          className="rounded-t-lg md:grid-cols-4"
          foot={figures && <CommissionsLine figures={figures} currency={currency} />}
        >
          {figureNames.map((name) => (
            <FigureTile
              key={name}
              figure={figureOf(name)}
              help={figureLooks[name].help}
              before={compared && valueIn(name, before.data?.data, currency)}
              whole={whole}
              chosen={name === filters.figure}
              onChoose={extensions.affiliate ? () => onChange({ figure: name }) : null}
            />
          ))}
        </FigureTiles>
      </div>
      {figures && <OtherFields fields={otherFields(figures, knownSummaryWords)} />}
    </section>
  );
}

const own = ["approved_commissions", "paid_commissions", "unpaid_balance"] as const;

const parts = [
  { name: "refunded", to: "/affiliate-orders?status=refunded", needs: "orders" },
  { name: "pending_commissions", to: "/commissions?status=pending", needs: "commissions" },
  { name: "approved_commissions", to: "/commissions?status=approved", needs: "commissions" },
  { name: "paid_commissions", to: "/payouts?status=paid", needs: "payouts" },
  { name: "unpaid_balance", to: "/payouts", needs: "payouts" },
  { name: "pending_balance", to: "/commissions?status=pending", needs: "commissions" },
] as const;

function CommissionsLine({ figures, currency }: { figures: Figures; currency: string | undefined }) {
  const t = useTranslations("affiliateAnalytics.parts");
  const { base, can, extensions, money } = useDesk();
  const totals = totalsOf(figures, currency);
  const reported = parts.filter(({ name }) => totals?.[name] !== undefined);
  // How another service counts is not known.
  const explained = extensions.affiliate;
  if (!explained && reported.length === 0) return null;
  return (
    <div className="grid gap-2 border-t border-line px-4 py-3 text-sm">
      {explained && <p className="text-pretty text-muted">{t("net")}</p>}
      {reported.length > 0 && (
        <dl className="flex flex-wrap gap-x-8 gap-y-2">
          {reported.map(({ name, to, needs }) => (
            <div key={name} className="grid">
              <dt className="text-muted">{t(extensions.affiliate && isOneOf(own, name) ? `own.${name}` : name)}</dt>
              <dd className="font-medium tabular-nums">
                {can("affiliate", needs, "list") ? (
                  <TextLink href={base + to}>{money(totals?.[name] ?? 0, currency)}</TextLink>
                ) : (
                  money(totals?.[name] ?? 0, currency)
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
