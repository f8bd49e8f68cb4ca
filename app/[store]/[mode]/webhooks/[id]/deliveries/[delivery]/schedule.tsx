"use client";

import { useTranslations } from "next-intl";
import { Help } from "@/components/help/help";
import { Moment } from "@/components/moment";
import { Panel } from "@/components/ui/panel";
import type { WebhookDelivery } from "@/lib/contract/checkout/webhooks";
import { slotsOf } from "./slots";

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
