"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Panel } from "@/components/ui/panel";
import { useSaid } from "@/components/use-said";
import { useDesk } from "@/lib/api/desk";
import type { Webhook } from "@/lib/contract/checkout/webhooks";
import { useDuration } from "../words";

export function HealthPanel({ endpoint: { health } }: { endpoint: Webhook }) {
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
    [t("waiting"), format.number(health.waiting), t("held", { count: health.held })],
    [
      t("lastFailure"),
      health.last_failure_at === undefined ? t("never") : format.dateTime(health.last_failure_at),
      health.last_failure && said(health.last_failure),
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
