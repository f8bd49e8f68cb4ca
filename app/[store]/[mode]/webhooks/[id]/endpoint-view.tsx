"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { OtherFields } from "@/components/forms/other-fields";
import { useUnreported } from "@/components/lists/unreported";
import { useMayUpdate } from "@/components/lists/use-changes";
import { RecordWaiting } from "@/components/query-error";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { DescriptionList } from "@/components/ui/description-list";
import { PageHeader, type PageHeaderProps } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { useSaid } from "@/components/use-said";
import { useDesk } from "@/lib/api/desk";
import type { Webhook } from "@/lib/contract/checkout/webhooks";
import { otherFields } from "@/lib/contract/read";
import { useEndpointChanges } from "../endpoint-actions";
import { EndpointState, nameOf, stateOf, useCrumbs, useDuration, useIsReported } from "../words";
import { DeliveryTable } from "./delivery-table";
import { EndpointMenu } from "./endpoint-menu";

export function EndpointView({ id }: { id: string }) {
  const t = useTranslations("webhooks");
  const { can, checkout } = useDesk();
  const crumbs = useCrumbs();
  const mayRead = can("checkout", "webhooks", "logs");
  const record = useQuery({ ...checkout.webhooks.get.options({ params: { id } }), enabled: mayRead });
  if (record.data) return <Loaded endpoint={record.data} crumbs={crumbs} />;
  return <RecordWaiting title={t("one")} crumbs={crumbs} record={record} forbidden={!mayRead && t("forbiddenBody")} />;
}

function Loaded({ endpoint, crumbs }: { endpoint: Webhook } & Pick<PageHeaderProps, "crumbs">) {
  const t = useTranslations("webhooks");
  const said = useSaid();
  const { format } = useDesk();
  const isReported = useIsReported();
  const state = stateOf(endpoint);
  const mayChange = useMayUpdate("checkout", "webhooks");
  const changes = useEndpointChanges();
  const { paused_reason: paused, previous_secret_until: until, health } = endpoint;
  const onHold = endpoint.enabled === false ? 0 : (health?.held ?? 0);
  return (
    <>
      <PageHeader
        title={nameOf(endpoint)}
        crumbs={crumbs}
        meta={state && <EndpointState of={state} />}
        actions={<EndpointMenu endpoint={endpoint} />}
      />
      {!isReported && (
        <Banner title={t("lessTold.title")} live={false}>
          {t("lessTold.body")}
        </Banner>
      )}
      {paused !== undefined && (
        <Banner
          tone="danger"
          title={t("pausedTitle")}
          live={false}
          action={
            mayChange && (
              <Button size="sm" onClick={() => changes.setEnabled(endpoint, true)}>
                {t("actions.enable")}
              </Button>
            )
          }
        >
          {said(paused, endpoint.paused_reason_key)}
        </Banner>
      )}
      {onHold > 0 && (
        <Banner
          title={t("onHoldTitle", { count: onHold })}
          live={false}
          action={
            mayChange && (
              <Button size="sm" onClick={() => changes.release(endpoint)}>
                {t("actions.release", { count: onHold })}
              </Button>
            )
          }
        >
          {t("onHoldBody")}
        </Banner>
      )}
      {until !== undefined && (
        <Banner title={t("overlapTitle")} live={false}>
          {t("overlap", { until: format.dateTime(until) })}
        </Banner>
      )}
      <HealthPanel endpoint={endpoint} />
      <DeliveryTable endpoint={endpoint} />
      <EndpointFacts endpoint={endpoint} />
    </>
  );
}

function HealthPanel({ endpoint: { health } }: { endpoint: Webhook }) {
  const t = useTranslations("webhooks.health");
  const { format } = useDesk();
  const duration = useDuration();
  const said = useSaid();
  if (!health) return null;
  const { p50_ms: half, p95_ms: p95, p99_ms: p99 } = health;
  const figures: [label: string, value: ReactNode, about?: string][] = [
    [
      t("success"),
      health.success_rate === undefined ? "—" : format.ratio(health.success_rate),
      t("settled", { delivered: format.number(health.delivered), exhausted: format.number(health.exhausted) }),
    ],
    [
      t("speed"),
      half === undefined ? "—" : duration(half),
      p95 === undefined || p99 === undefined
        ? t("noAnswers")
        : t("percentiles", { p95: duration(p95), p99: duration(p99) }),
    ],
    [t("waiting"), format.number(health.waiting), t("onHold", { count: health.held })],
    [
      t("lastFailure"),
      health.last_failure_at === undefined ? t("never") : format.dateTime(health.last_failure_at),
      health.last_failure && said(health.last_failure, health.last_failure_key),
    ],
  ];
  return (
    <Panel title={t("title")}>
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2 xl:grid-cols-4">
        {figures.map(([label, value, about]) => (
          <div key={label} className="grid content-start">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="text-lg font-semibold tabular-nums">{value}</dd>
            {about && <dd className="text-sm text-muted text-pretty wrap-anywhere">{about}</dd>}
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function EndpointFacts({ endpoint }: { endpoint: Webhook }) {
  const t = useTranslations("webhooks.facts");
  const { format } = useDesk();
  const { id, url, events, created_at: created } = endpoint;
  const unreported = useUnreported("checkout");
  return (
    <>
      <Panel title={t("title")}>
        <DescriptionList
          withoutDetail={unreported.facts}
          items={[
            {
              term: t("id"),
              detail: (
                <span className="flex items-center gap-1">
                  <code className="min-w-0 wrap-anywhere">{id}</code>
                  <CopyButton text={id} label={format.within(t("id"))} />
                </span>
              ),
            },
            { term: t("url"), detail: url },
            {
              term: t("events"),
              detail: events && (
                <ul className="flex flex-wrap gap-x-3 gap-y-1">
                  {events.map((event) => (
                    <li key={event}>
                      <code>{event}</code>
                    </li>
                  ))}
                </ul>
              ),
            },
            { term: t("secret"), detail: t("secretKept") },
            ...(created ? [{ term: t("created"), detail: format.dateTime(created) }] : []),
          ]}
        />
      </Panel>
      <OtherFields fields={otherFields(endpoint)} />
    </>
  );
}
