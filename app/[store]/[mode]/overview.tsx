"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { QueryError } from "@/components/query-error";
import { EmptyState } from "@/components/ui/empty-state";
import { IntentLink } from "@/components/ui/intent-link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { Skeleton } from "@/components/ui/skeleton";
import { useDesk } from "@/lib/api/desk";
import { counts } from "./upsells/filters";

type Figure = { label: string; href: string; total: number | null | undefined };

export function Overview() {
  const t = useTranslations("overview");
  const { base, can, checkout, extensions } = useDesk();
  const mayRead = can("checkout", "upsells", "list");
  const reads = useQueries({
    queries: counts(extensions.checkout).map((query) => ({
      ...checkout.upsells.list.options({ query }),
      enabled: mayRead,
    })),
  });
  const [all, active, drafts] = reads.map((read) => read.data?.pagination.total);
  const failed = reads.find((read) => read.error);
  const figures: Figure[] = [
    { label: t("all"), href: `${base}/upsells`, total: all },
    ...(extensions.checkout
      ? [
          { label: t("active"), href: `${base}/upsells?status=active`, total: active },
          { label: t("drafts"), href: `${base}/upsells?status=draft`, total: drafts },
        ]
      : []),
  ];
  return (
    <>
      <PageHeader title={t("title")} />
      {mayRead && (
        <section aria-label={t("offers")} className="rounded-lg border border-line bg-surface">
          {failed ? (
            <QueryError
              error={failed.error}
              onRetry={() => reads.map((read) => read.refetch())}
              retrying={failed.isFetching}
            />
          ) : (
            <ul className="grid divide-line max-sm:divide-y sm:grid-cols-3 sm:divide-x">
              {figures.map((figure) => (
                <FigureItem key={figure.href} figure={figure} />
              ))}
            </ul>
          )}
        </section>
      )}
      {can("checkout", "upsells", "create") && <Checklist all={all} active={active} />}
      {!mayRead && <EmptyState title={t("nothingHere")}>{t("nothingHereBody")}</EmptyState>}
    </>
  );
}

/** Each figure leads to its rows. */
function FigureItem({ figure }: { figure: Figure }) {
  const t = useTranslations("overview");
  const { format } = useDesk();
  return (
    <li>
      <IntentLink href={figure.href} className="grid gap-1 p-4 hover:bg-hover">
        <span className="text-sm text-muted">{figure.label}</span>
        <span className="text-2xl font-semibold">
          {figure.total === undefined ? (
            <Skeleton className="h-7.5 w-12" />
          ) : figure.total === null ? (
            <span className="text-base font-normal text-muted">{t("unknown")}</span>
          ) : (
            format.number(figure.total)
          )}
        </span>
      </IntentLink>
    </li>
  );
}

/** Shown until each step is done. */
function Checklist({ all, active }: { all: number | null | undefined; active: number | null | undefined }) {
  const t = useTranslations("overview");
  const { base, desk } = useDesk();
  const connections = useQuery(desk.connections.list.options());
  const connection = connections.data?.data.find((each) => each.api === "checkout");
  if (!connection || all === undefined) return null;
  const steps = [
    {
      label: t("steps.connect"),
      done: connection.key !== null,
      about: t(connection.key ? "steps.connectDone" : "steps.connectOpen"),
      href: `${base}/settings`,
    },
    {
      label: t("steps.offer"),
      done: (all ?? 0) > 0,
      about: all ? t("steps.offerDone", { count: all }) : t("steps.offerOpen"),
      href: `${base}/upsells/new`,
    },
    {
      label: t("steps.live"),
      done: (active ?? 0) > 0,
      about: active ? t("steps.liveDone", { count: active }) : t("steps.liveOpen"),
      href: `${base}/upsells`,
    },
  ];
  if (steps.every((step) => step.done)) return null;
  return (
    <Panel title={t("checklist")} flush>
      <ol className="divide-y divide-line">
        {steps.map((step) => (
          <Step key={step.label} {...step} />
        ))}
      </ol>
    </Panel>
  );
}

function Step({ label, about, done, href }: { label: ReactNode; about: ReactNode; done: boolean; href: string }) {
  const t = useTranslations("overview");
  return (
    <li>
      <IntentLink href={href} className="flex items-start gap-3 px-4 py-3 hover:bg-hover">
        {done ? (
          <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
        ) : (
          <CircleDashed aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
        )}
        <span className="min-w-0 flex-1">
          <span className="font-medium">{label}</span>
          <span className="block text-sm text-muted">{about}</span>
        </span>
        <span className="text-sm text-muted">{t(done ? "done" : "open")}</span>
      </IntentLink>
    </li>
  );
}
