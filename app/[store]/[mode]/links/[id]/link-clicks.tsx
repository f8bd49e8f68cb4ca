"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ClickOutcome, useClickWords } from "@/components/affiliates/click-words";
import { longestRange } from "@/components/figures/period";
import { QueryError } from "@/components/query-error";
import { IntentLink } from "@/components/ui/intent-link";
import { Panel } from "@/components/ui/panel";
import { RowsTable } from "@/components/ui/rows-table";
import { TextSkeleton } from "@/components/ui/skeleton";
import { useDesk } from "@/lib/api/desk";
import type { Link } from "@/lib/contract/affiliate/links";
import { addDays, dayIn } from "@/lib/days";
import { clicksOf } from "../read-link";

export function LinkClicks({ link }: { link: Link }) {
  const t = useTranslations("links.clicks");
  const desk = useDesk();
  const { base, can, extensions, format, store } = desk;
  const words = useClickWords();
  const enabled = extensions.affiliate && can("affiliate", "analytics", "clicks");
  const clicks = useQuery({ ...clicksOf(desk, link.id), enabled });
  if (!can("affiliate", "analytics", "clicks")) return null;
  const today = dayIn(store.timeZone, new Date());
  const ofLink = `&link=${encodeURIComponent(link.id)}&range=custom&from=${addDays(today, 1 - longestRange)}&to=${today}`;
  const all = `${base}/affiliate-analytics?report=clicks${enabled ? ofLink : ""}`;
  const rows = clicks.data?.data;
  return (
    <section id="clicks" className="scroll-mt-24">
      <Panel
        title={t("title")}
        flush
        actions={
          <IntentLink
            href={all}
            className="inline-flex min-h-6 items-center text-sm underline decoration-line underline-offset-3 hover:decoration-current"
          >
            {t("all")}
          </IntentLink>
        }
      >
        {!enabled ? (
          <p className="px-4 py-6 text-muted">{t("cannotAsk")}</p>
        ) : clicks.error && !rows ? (
          <QueryError error={clicks.error} onRetry={() => clicks.refetch()} retrying={clicks.isFetching} />
        ) : !rows ? (
          <TextSkeleton lines={6} className="p-4" />
        ) : rows.length === 0 ? (
          <p className="px-4 py-6 text-muted">{t("none")}</p>
        ) : (
          <RowsTable
            cards
            caption={t("title")}
            columns={[
              {
                id: "at",
                label: t("at"),
                cell: ({ occurred_at: at }) => (at ? format.dateTime(at) : words.unknown),
              },
              { id: "landing", label: t("landing"), cell: ({ landing_page }) => words.address(landing_page) },
              { id: "referrer", label: t("referrer"), cell: ({ referrer }) => words.address(referrer) },
              { id: "country", label: t("country"), cell: ({ country }) => words.country(country) },
              { id: "device", label: t("device"), cell: words.device },
              { id: "outcome", label: t("outcome"), cell: (click) => <ClickOutcome click={click} /> },
            ]}
            rows={rows}
            rowKey={(click) => click.id}
          />
        )}
      </Panel>
    </section>
  );
}
