"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { TriangleAlert, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useAttempt } from "@/components/attempt";
import { metricsOf, ofClosedDays, totalsOf } from "@/components/figures/figure-reads";
import { FigureBeside, FigureTiles, FigureValue } from "@/components/figures/figure-tiles";
import { type FigureDays, type FigureName, figureNames, pointsOf, valueIn } from "@/components/figures/figures";
import { DaysSoFar, useDays, useToday } from "@/components/figures/use-days";
import { useFigures } from "@/components/figures/use-figures";
import { Help } from "@/components/help/help";
import { shopContact } from "@/components/shop-reads";
import { HydrateOnTouch } from "@/components/ui/hydrate-on-touch";
import { IconButton } from "@/components/ui/icon-button";
import { IntentLink, TextLink } from "@/components/ui/intent-link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { Segmented } from "@/components/ui/radio-group";
import { Sparkline } from "@/components/ui/sparkline";
import { UncountedOrders } from "@/components/uncounted-orders";
import { useReads } from "@/components/use-reads";
import { useSaid } from "@/components/use-said";
import { useDesk } from "@/lib/api/desk";
import type { Metrics } from "@/lib/contract/checkout/analytics";
import { daysOf, previousOf, rangeOf } from "@/lib/ranges";
import { Checklist } from "./checklist";
import {
  daysShown,
  dismissed,
  firstReads,
  freshnessOf,
  isChecklistDismissed,
  notices,
  type OverviewRange,
  overviewAddress,
  overviewRanges,
  shows,
  stepReads,
} from "./reads";
import { Waiting } from "./waiting";

export function Overview({ day }: { day: string }) {
  const t = useTranslations("overview");
  const desk = useDesk();
  const today = useToday(day);
  const [{ range, checklist: wanted }, setAddress] = useQueryStates(overviewAddress, { history: "push" });
  const figures = shows.figures(desk);
  const kept = useQuery({ ...dismissed(desk), enabled: shows.checklist(desk) }).data;
  const first = useReads(firstReads(desk, range, today));
  const hasSteps = kept !== undefined && (wanted || !isChecklistDismissed(kept));
  const steps = useReads(hasSteps ? stepReads(desk, desk.mode) : []);
  return (
    <>
      <PageHeader
        title={t("title")}
        actions={
          figures && (
            <Segmented
              label={t("range")}
              size="sm"
              className="max-w-full flex-wrap"
              value={range}
              onValueChange={(name) => setAddress({ range: name })}
              options={overviewRanges.map((value) => ({ value, label: t(`ranges.${value}`) }))}
            />
          )
        }
      />
      <HydrateOnTouch shows={[range, today, hasSteps, ...first, ...steps]}>
        {hasSteps && (
          <Checklist wanted={wanted} setWanted={(checklist) => setAddress({ checklist: checklist || null })} />
        )}
        {figures && <Figures range={range} today={today} />}
        <Uncounted />
        <div className="grid items-start gap-5 xl:has-[>:nth-child(2)]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <Waiting today={today} />
          <Notices />
        </div>
      </HydrateOnTouch>
    </>
  );
}

function Uncounted() {
  const t = useTranslations("overview");
  const desk = useDesk();
  const { data } = useQuery({ ...shopContact(desk), enabled: shows.shop(desk) });
  return (
    data && data.uncounted_orders > 0 && <UncountedOrders title={t("uncounted", { count: data.uncounted_orders })} />
  );
}

function Notices() {
  const t = useTranslations("overview.notices");
  const desk = useDesk();
  const attempt = useAttempt();
  const say = useSaid();
  const list = useQuery({ ...notices(desk), enabled: shows.endpoints(desk) });
  const { mutateAsync } = useMutation(desk.checkout.notices.dismiss.mutation());
  const found = list.data?.data ?? [];
  if (found.length === 0) return null;
  const mayDismiss = desk.can("checkout", "notices", "dismiss");
  const dismiss = (id: string) =>
    attempt(
      () => mutateAsync({ params: { id } }),
      (reason) => t("dismissFailed", { reason }),
    );
  return (
    <Panel title={t("title")} flush>
      <ul className="[&>li+li]:border-t">
        {found.map(({ id, kind, endpoint_id, delivery_id, message, message_key, count, updated_at }) => (
          <li key={id} className="flex items-start gap-3 px-4 py-3">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
            <div className="min-w-0 flex-1 wrap-anywhere">
              <TextLink
                href={`${desk.base}/webhooks/${encodeURIComponent(endpoint_id)}${kind === "delivery_exhausted" ? `/deliveries/${encodeURIComponent(delivery_id)}` : ""}`}
              >
                {say(message, message_key)}
              </TextLink>
              <p className="text-sm text-muted">{t("times", { count, time: desk.format.dateTime(updated_at) })}</p>
            </div>
            {mayDismiss && (
              <IconButton
                size="sm"
                tip={false}
                icon={<X />}
                label={t("dismiss", { message: say(message, message_key) })}
                onClick={() => dismiss(id)}
              />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type Period = { range: OverviewRange; today: string };
type Shown = {
  now: Metrics | undefined;
  before: Metrics | undefined;
  days: readonly string[];
  history: FigureDays;
};

function Figures({ range, today }: Period) {
  const t = useTranslations("overview.figures");
  const desk = useDesk();
  const { format } = desk;
  const period = rangeOf(range, today);
  const earlier = previousOf(period).range;
  const freshness = freshnessOf(range);
  const now = useQuery({ ...metricsOf(desk, period), ...freshness });
  const before = useQuery({ ...totalsOf(desk, earlier), ...ofClosedDays });
  const history = useDays(daysShown(range, today), { freshness });
  const [days, against] = [format.days(period.start, period.end), format.days(earlier.start, earlier.end)];
  const shown = {
    now: now.data?.data,
    before: before.data?.data,
    history: history.data ?? { data: [] },
    days: daysOf(daysShown(range, today)),
  };
  return (
    <section aria-labelledby="figures" className="min-w-0 rounded-lg border border-line bg-surface">
      <header className="flex flex-wrap items-baseline gap-x-3 border-b border-line px-4 py-3">
        <h2 id="figures" className="font-semibold">
          {t("title")}
        </h2>
        <p className="text-sm text-muted">
          {t("both", {
            days: range === "today" ? t("today", { day: days }) : days,
            against: range === "today" ? t("todayAgainst", { day: against }) : t("against", { days: against }),
          })}
        </p>
      </header>
      <FigureTiles now={now} className="rounded-b-lg md:grid-cols-3 xl:grid-cols-6">
        {figureNames.map((name) => (
          <Tile key={name} name={name} range={range} {...shown} />
        ))}
      </FigureTiles>
      {now.data && <DaysSoFar lines={[history.data]} className="border-t border-line px-4 py-2 text-sm text-muted" />}
    </section>
  );
}

function Tile({ name, range, now, before, days, history }: Shown & { name: FigureName; range: OverviewRange }) {
  const t = useTranslations("overview.figures");
  const { base, format } = useDesk();
  const figure = useFigures(now)(name);
  const points = pointsOf(name, days, history);
  return (
    <div className="row-span-4 grid min-w-0 grid-rows-subgrid gap-y-2 bg-surface px-4 py-3">
      <dt className="flex items-center justify-between gap-1 text-sm">
        <IntentLink
          href={`${base}/analytics?figure=${name}&range=${range}`}
          className="inline-flex min-h-6 items-center text-muted underline-offset-3 hover:text-ink hover:underline"
        >
          {figure.label}
        </IntentLink>
        <Help of={name} label={figure.label} />
      </dt>
      <dd className="flex flex-wrap content-start items-baseline gap-x-1.5">
        <FigureValue {...figure} />
      </dd>
      <dd className="min-h-9 text-sm">
        <FigureBeside figure={figure} before={valueIn(name, before)} whole={range === "today"} />
      </dd>
      <dd>
        <Sparkline values={points.map(({ value }) => value)} label={lineLabel(figure.label)} className="h-9" />
      </dd>
    </div>
  );

  function lineLabel(label: string): string {
    const known = points.flatMap(({ value, step }) => (value === null || step ? [] : [value]));
    if (known.length === 0) return t("noLine", { label });
    return t("line", {
      label,
      days: format.days(days[0] as string, days.at(-1) as string),
      low: figure.show(Math.min(...known)),
      high: figure.show(Math.max(...known)),
      last: figure.show(known.at(-1) as number),
    });
  }
}
