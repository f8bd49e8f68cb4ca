"use client";

import { useTranslations } from "next-intl";
import { FigureTile, FigureTiles } from "@/components/figures/figure-tiles";
import { OtherFields } from "@/components/forms/other-fields";
import { Segmented } from "@/components/ui/radio-group";
import { useDesk } from "@/lib/api/desk";
import { knownSummaryWords } from "@/lib/contract/affiliate/analytics-words";
import { otherFields } from "@/lib/contract/read";
import { CommissionsLine } from "./commissions-line";
import { figureNames, helpOf, valueIn } from "./figures";
import type { PanelProps } from "./filters";
import { useFigures } from "./use-figures";
import type { Summary } from "./use-summary";

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
              help={helpOf[name]}
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
