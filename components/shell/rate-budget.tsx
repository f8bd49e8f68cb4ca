"use client";

import { useQuery } from "@tanstack/react-query";
import { Gauge, Hourglass } from "lucide-react";
import { useTranslations } from "next-intl";
import { Help } from "@/components/help/help";
import { buttonClass } from "@/components/ui/button-class";
import { cn } from "@/components/ui/cn";
import { IntentLink } from "@/components/ui/intent-link";
import { Meter } from "@/components/ui/meter";
import { Popover } from "@/components/ui/popover";
import { useNow } from "@/components/ui/use-time";
import { useDesk } from "@/lib/api/desk";
import type { Budget } from "@/lib/contract/desk/connections";

const apis = ["checkout", "affiliate"] as const;
type Known = { api: (typeof apis)[number]; budget: Budget; waits: number };

const calmMs = 15_000;
const pressedMs = 3_000;
/** An API without limits, or without a key, may get some. */
const unlimitedMs = 60_000;
/** Nobody notices shorter waits, in seconds. */
const noticed = 2;

const waitOf = ({ frozen_for, wait }: Budget) => (frozen_for > 0 || wait >= noticed ? Math.max(frozen_for, wait) : 0);

/** The remaining API calls stay inconspicuous until a person has to wait. The embedded services have no limits. */
export default function RateBudget() {
  const t = useTranslations("shell.budget");
  const known = useKnown();
  const [first] = known.toSorted((a, b) => b.waits - a.waits || shareOf(a.budget) - shareOf(b.budget));
  if (!first) return null;
  const { api, budget, waits } = first;
  const label =
    waits > 0
      ? t(budget.frozen_for > 0 ? "frozen" : "waiting", { api: t(api), seconds: waits })
      : t("left", { api: t(api), remaining: budget.remaining, limit: budget.limit });
  return (
    <Popover
      label={t("title")}
      align="end"
      className="w-80 max-w-[calc(100vw-1rem)]"
      trigger={(props) => (
        <button
          {...props}
          type="button"
          aria-label={label}
          data-tip={label}
          className={buttonClass({
            variant: "ghost",
            className: cn("px-2!", waits > 0 ? "text-warning" : "text-muted max-sm:hidden"),
          })}
        >
          {waits > 0 ? <Hourglass aria-hidden /> : <Gauge aria-hidden />}
          {waits > 0 ? (
            <span className="hidden text-sm tabular-nums sm:inline">{t("short", { seconds: waits })}</span>
          ) : (
            <Left budget={budget} />
          )}
        </button>
      )}
    >
      <Details />
    </Popover>
  );
}

function useKnown(everyMs?: number): Known[] {
  const { desk } = useDesk();
  const { data, dataUpdatedAt } = useQuery({
    ...desk.connections.budget.options(),
    refetchInterval: ({ state: { data } }) =>
      everyMs ?? (isPressed(data) ? pressedMs : data?.checkout || data?.affiliate ? calmMs : unlimitedMs),
  });
  const now = useNow(isPressed(data));
  const passed = Math.max(0, Math.floor((now - dataUpdatedAt) / 1_000));
  return apis.flatMap((api): Known[] => {
    const budget = data?.[api];
    if (!budget) return [];
    return [{ api, budget, waits: Math.max(0, waitOf(budget) - passed) }];
  });
}

const isPressed = (data: Partial<Record<Known["api"], Budget | null>> | undefined) =>
  apis.some((api) => data?.[api] && waitOf(data[api]) > 0);

/** Calls of background jobs count as free, because jobs give way to people. */
const shareOf = ({ remaining, used_by_jobs, limit }: Budget) => Math.min(1, (remaining + used_by_jobs) / limit);

function Left({ budget }: { budget: Budget }) {
  const [free, shared] = [(budget.remaining / budget.limit) * 32, shareOf(budget) * 32];
  return (
    <svg aria-hidden="true" viewBox="0 0 32 6" className="hidden h-1.5! w-8! rounded-full bg-hover lg:block">
      <rect width={shared} height="6" fill="currentColor" opacity="0.4" />
      <rect width={free} height="6" fill="currentColor" />
    </svg>
  );
}

function Details() {
  const t = useTranslations("shell.budget");
  const { base } = useDesk();
  const known = useKnown(pressedMs);
  return (
    <div className="grid gap-4">
      <div className="flex items-center gap-1">
        <p className="font-medium">{t("title")}</p>
        <Help of="budget" label={t("title")} />
      </div>
      {known.map((each) => (
        <Connection key={each.api} {...each} />
      ))}
      <Jobs />
      <IntentLink href={`${base}/settings`} className={buttonClass({ variant: "link", size: "sm" })}>
        {t("settings")}
      </IntentLink>
    </div>
  );
}

function Connection({ api, budget, waits }: Known) {
  const t = useTranslations("shell.budget");
  const { format } = useDesk();
  const { remaining, limit, hour_remaining, hour_limit, used_by_jobs, frozen_for } = budget;
  const text = (left: number, of: number) => t("of", { left: format.number(left), of: format.number(of) });
  const tone = waits > 0 ? "warning" : "accent";
  return (
    <section aria-label={t(api)} className="grid gap-2">
      <p className="text-sm font-medium">{t(api)}</p>
      {waits > 0 && (
        <p className="text-sm text-warning">
          {t(frozen_for > 0 ? "frozen" : "waiting", { api: t(api), seconds: waits })}
        </p>
      )}
      <Meter label={t("minute")} value={remaining} max={limit} text={text(remaining, limit)} tone={tone} />
      <Meter
        label={t("hour")}
        value={hour_remaining}
        max={hour_limit}
        text={text(hour_remaining, hour_limit)}
        tone={tone}
      />
      {used_by_jobs > 0 && <p className="text-sm text-muted">{t("byJobs", { count: used_by_jobs })}</p>}
    </section>
  );
}

function Jobs() {
  const t = useTranslations("shell.budget");
  const { base, desk } = useDesk();
  const { data } = useQuery({ ...desk.jobs.active.options(), staleTime: Number.POSITIVE_INFINITY });
  const moving = data?.data.filter(({ state }) => state !== "paused") ?? [];
  if (moving.length === 0) return null;
  const seconds = Math.max(0, ...moving.map(({ seconds_left }) => seconds_left ?? 0));
  const minutes = Math.ceil(seconds / 60);
  return (
    <p className="border-t border-line pt-3 text-sm">
      <IntentLink href={`${base}/jobs`} className="underline decoration-line underline-offset-3">
        {t("jobs", { count: moving.length })}
      </IntentLink>{" "}
      {minutes >= 90 ? t("hours", { hours: Math.round(minutes / 60) }) : minutes > 0 && t("minutes", { minutes })}
    </p>
  );
}
