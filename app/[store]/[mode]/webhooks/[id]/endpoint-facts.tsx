"use client";

import { useTranslations } from "next-intl";
import { OtherFields } from "@/components/forms/other-fields";
import { useUnreported } from "@/components/lists/unreported";
import { CopyButton } from "@/components/ui/copy-button";
import { DescriptionList } from "@/components/ui/description-list";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { knownWebhookFields } from "@/lib/contract/checkout/webhook-words";
import type { Webhook } from "@/lib/contract/checkout/webhooks";
import { otherFields } from "@/lib/contract/read";

export function EndpointFacts({ endpoint }: { endpoint: Webhook }) {
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
      <OtherFields fields={otherFields(endpoint, knownWebhookFields)} />
    </>
  );
}
