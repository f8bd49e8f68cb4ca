"use client";

import { useTranslations } from "next-intl";
import { useDesk } from "@/lib/api/desk";
import type { Link } from "@/lib/contract/affiliate/links";

export function LinkFigures({ link }: { link: Link }) {
  const t = useTranslations("links");
  const { format, money, extensions } = useDesk();
  const { clicks, orders, revenue, currency } = link;
  const rate = clicks && orders !== undefined ? Math.min(1, orders / clicks) : undefined;
  const figures = [
    { name: "clicks", href: "#clicks", value: clicks === undefined ? null : format.number(clicks) },
    { name: "orders", href: "#orders", value: orders === undefined ? null : format.number(orders) },
    { name: "rate", value: rate === undefined ? (clicks === 0 ? t("figures.noClicks") : null) : format.ratio(rate) },
    { name: "revenue", href: "#orders", value: revenue === undefined ? null : money(revenue, currency) },
  ] as const;
  return (
    <section aria-labelledby="figures" className="min-w-0 rounded-lg border border-line bg-surface">
      <h2 id="figures" className="sr-only">
        {t("figures.title")}
      </h2>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg bg-line md:grid-cols-4">
        {figures.map(({ name, value, ...rest }) => (
          <div
            key={name}
            className="relative grid min-w-0 content-start gap-1 bg-surface px-4 py-3 has-[a:hover]:bg-hover"
          >
            <dt className="text-sm text-muted">
              {"href" in rest && extensions.affiliate ? (
                <a href={rest.href} className="inline-flex min-h-6 items-center after:absolute after:inset-0">
                  {t(`figures.${name}`)}
                </a>
              ) : (
                <span className="inline-flex min-h-6 items-center">{t(`figures.${name}`)}</span>
              )}
            </dt>
            <dd>
              {value === null ? (
                <span className="flex min-h-7.5 items-end text-sm text-muted">{t("notProvided")}</span>
              ) : (
                <span className="text-xl font-semibold tracking-tight wrap-anywhere sm:text-2xl">{value}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
