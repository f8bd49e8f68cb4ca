"use client";

import { useTranslations } from "next-intl";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import type { PayoutPreview } from "@/lib/contract/desk/payouts";

const parts = ["payable", "blocked", "excluded"] as const;

export function PreviewTotals({ preview }: { preview: PayoutPreview }) {
  const t = useTranslations("payouts.pay.parts");
  const { money } = useDesk();
  return (
    <div className="grid gap-4 md:grid-cols-3">
      {parts.map((part) => (
        <Panel key={part} title={t(`${part}.title`)} description={t(`${part}.hint`)}>
          {preview[part].length === 0 ? (
            <p className="text-muted">{t("none")}</p>
          ) : (
            <ul className="grid gap-2">
              {preview[part].map(({ currency, amount, payouts, commissions }) => (
                <li key={currency}>
                  <span className="block text-lg font-semibold tabular-nums">{money(amount, currency)}</span>
                  <span className="text-sm text-muted">{t(`${part}.count`, { payouts, commissions })}</span>
                </li>
              ))}
            </ul>
          )}
        </Panel>
      ))}
    </div>
  );
}
