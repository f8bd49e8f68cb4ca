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
              { id: "at", label: t("at") },
              { id: "landing", label: t("landing") },
              { id: "referrer", label: t("referrer") },
              { id: "country", label: t("country") },
              { id: "device", label: t("device") },
              { id: "outcome", label: t("outcome") },
            ]}
            rows={rows}
            rowKey={(click) => click.id}
            cell={(click, column) => {
              if (column === "at") return click.occurred_at ? format.dateTime(click.occurred_at) : words.unknown;
              if (column === "landing") return words.address(click.landing_page);
              if (column === "referrer") return words.address(click.referrer);
              if (column === "country") return words.country(click.country);
              if (column === "device") return words.device(click);
              return <ClickOutcome click={click} />;
            }}
          />
        )}
      </Panel>
    </section>
  );
}
