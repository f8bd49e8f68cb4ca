"use client";

import { useTranslations } from "next-intl";
import { IntentLink } from "@/components/ui/intent-link";
import { useDesk } from "@/lib/api/desk";
import { isOneOf } from "@/lib/is-one-of";
import { type Figures, totalsOf } from "./figures";

const own = ["approved_commissions", "paid_commissions", "unpaid_balance"] as const;

const parts = [
  { name: "refunded", to: "/affiliate-orders?status=refunded", needs: "orders" },
  { name: "pending_commissions", to: "/commissions?status=pending", needs: "commissions" },
  { name: "approved_commissions", to: "/commissions?status=approved", needs: "commissions" },
  { name: "paid_commissions", to: "/payouts?status=paid", needs: "payouts" },
  { name: "unpaid_balance", to: "/payouts", needs: "payouts" },
  { name: "pending_balance", to: "/commissions?status=pending", needs: "commissions" },
] as const;

export function CommissionsLine({ figures, currency }: { figures: Figures; currency: string | undefined }) {
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
                  <IntentLink
                    href={base + to}
                    className="inline-flex min-h-6 items-center underline decoration-line underline-offset-3 hover:decoration-current"
                  >
                    {money(totals?.[name] ?? 0, currency)}
                  </IntentLink>
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
