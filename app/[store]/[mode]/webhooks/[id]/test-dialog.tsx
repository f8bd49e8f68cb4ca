"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { CodeBlock } from "@/components/code-block";
import { QueryError } from "@/components/query-error";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { DescriptionList } from "@/components/ui/description-list";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { IntentLink } from "@/components/ui/intent-link";
import { Select } from "@/components/ui/select";
import { useSaid } from "@/components/use-said";
import { useDesk } from "@/lib/api/desk";
import type { Webhook, WebhookLog } from "@/lib/contract/checkout/webhooks";
import { type EventType, exampleOf } from "@/lib/contract/events";
import { otherFields } from "@/lib/contract/read";
import { DeliveryStatus, deliveryPath, nameOf, useDuration, useEventTypes, useMeanings } from "../words";

export default function TestDialog({ endpoint, onClose }: { endpoint: Webhook; onClose: () => void }) {
  const t = useTranslations("webhooks.sendTest");
  const meaning = useMeanings();
  const { checkout, has } = useDesk();
  const known = useEventTypes();
  const first = known.find((type) => endpoint.events?.includes(type)) ?? "upsell.accepted";
  const [type, setType] = useState<EventType>(first);
  const send = useMutation(checkout.webhooks.test.mutation());
  return (
    <Dialog
      open
      shape="lg"
      onOpenChange={onClose}
      title={t("title", { name: nameOf(endpoint) })}
      description={t("about")}
      footer={
        <>
          <Button onClick={onClose}>{t("close")}</Button>
          <Button
            variant="primary"
            pending={send.isPending}
            pendingLabel={t("sending")}
            onClick={() => send.mutate({ params: { id: endpoint.id }, body: { event_type: type } })}
          >
            {t(send.data ? "again" : "action")}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Field label={t("event")} description={meaning(type)}>
          <Select
            value={type}
            onChange={({ target }) => {
              setType(target.value as EventType);
              send.reset();
            }}
            options={known.map((value) => ({ value, label: value }))}
          />
        </Field>
        <div aria-live="polite">
          {send.data ? <Outcome endpoint={endpoint} of={send.data} /> : send.error && <QueryError error={send.error} />}
        </div>
        <section className="grid gap-1.5">
          <h3 className="text-sm font-medium">
            {t(has("checkout", "webhooks", "delivery") ? "payload" : "payloadLike")}
          </h3>
          <CodeBlock text={JSON.stringify(exampleOf(type), null, 2)} wrap className="max-h-96" />
        </section>
      </div>
    </Dialog>
  );
}

function Outcome({ endpoint, of }: { endpoint: Webhook; of: WebhookLog }) {
  const said = useSaid();
  const t = useTranslations("webhooks.sendTest");
  const { base, has } = useDesk();
  const duration = useDuration();
  return (
    <section className="grid gap-2 rounded-md border border-line p-3">
      <h3 className="font-medium">{t("outcome")}</h3>
      <DescriptionList
        items={[
          ...(of.status === undefined ? [] : [{ term: t("status"), detail: <DeliveryStatus of={of.status} /> }]),
          { term: t("code"), detail: of.response_code ?? t("noAnswer") },
          ...(of.duration_ms === undefined ? [] : [{ term: t("took"), detail: duration(of.duration_ms) }]),
          ...(of.error === undefined ? [] : [{ term: t("why"), detail: said(of.error, of.error_key) }]),
          ...otherFields(of).map(([term, value]) => ({ term, detail: String(value) })),
        ]}
      />
      {has("checkout", "webhooks", "delivery") && (
        <IntentLink
          href={deliveryPath(base, endpoint.id, of.id)}
          className={buttonClass({ size: "sm", className: "justify-self-start" })}
        >
          {t("open")}
        </IntentLink>
      )}
    </section>
  );
}
