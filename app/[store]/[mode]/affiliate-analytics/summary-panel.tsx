"use client";

import { useTranslations } from "next-intl";
import { OtherFields } from "@/components/forms/other-fields";
import { QueryError } from "@/components/query-error";
import { cn } from "@/components/ui/cn";
import { Segmented } from "@/components/ui/radio-group";
import { knownSummaryWords } from "@/lib/contract/affiliate/analytics-words";
import { otherFields } from "@/lib/contract/read";
import { CommissionsLine } from "./commissions-line";
import { figureNames } from "./figures";
import type { PanelProps } from "./filters";
import { Tile } from "./tile";
import type { Summary } from "./use-summary";

export function SummaryPanel({ filters, onChange, summary }: PanelProps & { summary: Summary }) {
  const t = useTranslations("performance.figures");
  const { now, before, currencies, currency, whole } = summary;
  const stale = now.isPlaceholderData || before?.isPlaceholderData;
  const figures = now.data?.data;
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
        {now.error && !now.data ? (
          <QueryError error={now.error} onRetry={() => now.refetch()} retrying={now.isFetching} />
        ) : (
          <dl
            aria-busy={stale || undefined}
            className={cn(
              // The gaps show the background as lines, for any number of columns.
              "grid grid-cols-2 gap-px overflow-hidden rounded-t-lg bg-line md:grid-cols-4",
              stale && "[&>div]:text-muted",
            )}
          >
            {figureNames.map((name) => (
              <Tile
                key={name}
                name={name}
                now={figures}
                before={before && (before.data?.data ?? (before.error ? null : undefined))}
                currency={currency}
                whole={whole}
                chosen={name === filters.figure}
                onChoose={() => onChange({ figure: name })}
              />
            ))}
          </dl>
        )}
        {figures && <CommissionsLine figures={figures} currency={currency} />}
        {now.data && before?.error && !before.data && (
          <p className="border-t border-line px-4 py-2 text-sm text-muted">
            {t("besideFailed", { reason: before.error.message })}
          </p>
        )}
      </div>
      {figures && <OtherFields fields={otherFields(figures, knownSummaryWords)} />}
    </section>
  );
}
