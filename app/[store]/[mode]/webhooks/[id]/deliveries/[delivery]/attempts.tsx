"use client";

import { useTranslations } from "next-intl";
import { CodeBlock } from "@/components/code-block";
import { Help } from "@/components/help/help";
import { Moment } from "@/components/moment";
import { Status, type Tone } from "@/components/ui/badge";
import { Bar } from "@/components/ui/meter";
import { Panel } from "@/components/ui/panel";
import { useSaid } from "@/components/use-said";
import { attemptOutcomes, phases } from "@/lib/contract/checkout/webhook-words";
import type { WebhookDelivery } from "@/lib/contract/checkout/webhooks";
import { isOneOf } from "@/lib/word-format";
import { useDuration } from "../../../words";

type Attempt = NonNullable<WebhookDelivery["history"]>[number];
type Outcome = (typeof attemptOutcomes)[number];

const tones: Record<Outcome, Tone> = { running: "info", delivered: "success", failed: "danger", unknown: "warning" };

export function Attempts({ of: { history = [] } }: { of: WebhookDelivery }) {
  const t = useTranslations("webhooks.attempts");
  return (
    <Panel title={t("title")} flush>
      {history.length === 0 ? (
        <p className="px-4 py-6 text-muted">{t("none")}</p>
      ) : (
        <ol className="[&>li+li]:border-t">
          {history.toReversed().map((attempt, at) => (
            <li key={attempt.number} className="grid gap-3 px-4 py-3">
              <AttemptDetails attempt={attempt} open={at === 0} />
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

function AttemptDetails({ attempt, open }: { attempt: Attempt; open: boolean }) {
  const t = useTranslations("webhooks.attempts");
  const said = useSaid();
  const duration = useDuration();
  const { outcome, response_code: code, duration_ms: ms, error } = attempt;
  const isKnown = isOneOf(attemptOutcomes, outcome);
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="flex flex-wrap items-baseline gap-x-3 font-medium">
          {t("attempt", { number: attempt.number })}
          <Status tone={isKnown ? tones[outcome] : "neutral"}>{isKnown ? t(`outcomes.${outcome}`) : outcome}</Status>
          {code !== undefined && <span className="tabular-nums">HTTP {code}</span>}
        </h3>
        <span className="text-sm text-muted">
          <Moment at={attempt.started_at} precise />
          {ms !== undefined && `, ${duration(ms)}`}
        </span>
      </div>
      {error !== undefined && <p className="text-sm text-danger wrap-anywhere">{said(error, attempt.error_key)}</p>}
      <Phases of={attempt} />
      <details open={open}>
        <summary className="w-fit min-h-6 text-sm text-muted hover:text-ink">{t("wire")}</summary>
        <div className="mt-2 grid gap-4 lg:grid-cols-2">
          <div className="grid min-w-0 content-start gap-1.5">
            <h4 className="text-sm font-medium">{t("request")}</h4>
            <CodeBlock text={headerLines(attempt.request_headers)} none={t("noHeaders")} wrap className="max-h-96" />
          </div>
          <div className="grid min-w-0 content-start gap-1.5">
            <h4 className="text-sm font-medium">{t("response")}</h4>
            <CodeBlock
              text={[headerLines(attempt.response_headers), attempt.response_body].filter(Boolean).join("\n\n")}
              none={t("noAnswer")}
              wrap
              className="max-h-96"
            />
            {attempt.response_truncated && <p className="text-sm text-muted">{t("truncated")}</p>}
          </div>
        </div>
      </details>
    </>
  );
}

const headerLines = (headers: Record<string, unknown> | undefined): string =>
  Object.entries(headers ?? {})
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join("\n");

function Phases({ of }: { of: Attempt }) {
  const t = useTranslations("webhooks.attempts");
  const duration = useDuration();
  const measured = phases.flatMap((phase) => {
    const ms = of.phases?.[phase];
    return typeof ms === "number" ? [{ phase, ms }] : [];
  });
  if (measured.length === 0) return null;
  const most = Math.max(...measured.map(({ ms }) => ms), 1);
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 text-sm sm:max-w-xl">
      {measured.map(({ phase, ms }) => (
        <div key={phase} className="contents">
          <dt className="text-muted">{t(`phases.${phase}`)}</dt>
          <dd aria-hidden>
            <Bar part={ms / most} className="h-2" />
          </dd>
          <dd className="text-end tabular-nums">{duration(ms)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Each planned attempt takes place only if all before it fail. */
export function Schedule({ of }: { of: WebhookDelivery }) {
  const t = useTranslations("webhooks.delivery");
  if (!of.schedule) return null;
  return (
    <Panel
      title={t("schedule")}
      aside={!of.test && <Help of="failedForGood" label={t("schedule")} />}
      description={t(of.test ? "scheduleOfTest" : "scheduleAbout")}
    >
      <ol className="grid gap-2">
        {slotsOf(of).map(({ attempt, at, state }) => (
          <li key={attempt} className="flex items-baseline justify-between gap-3 text-sm">
            <span className={state === "unused" ? "text-muted" : "font-medium"}>{t("slot", { number: attempt })}</span>
            <span className="text-end text-muted">
              {t(`slots.${state}`)}
              {at && <Moment at={at} precise className="block text-ink tabular-nums" />}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

export type Slot = { attempt: number; at?: string; state: "delivered" | "failed" | "running" | "planned" | "unused" };

export function slotsOf({ schedule = [], history = [] }: Pick<WebhookDelivery, "schedule" | "history">): Slot[] {
  return schedule.map(({ attempt, at }): Slot => {
    if (at === undefined) return { attempt, state: "unused" };
    const made = history.find(({ started_at }) => started_at === at);
    if (!made) return { attempt, at, state: "planned" };
    const { outcome } = made;
    return { attempt, at, state: outcome === "delivered" || outcome === "failed" ? outcome : "running" };
  });
}
