"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { Panel } from "@/components/ui/panel";
import { TextSkeleton } from "@/components/ui/skeleton";
import { useDesk } from "@/lib/api/desk";
import { signatureHeader } from "@/lib/contract/event-words";
import { WebhookHeader } from "../webhook-header";
import { DoctorForm } from "./doctor-form";
import { ownEvent } from "./own-event";

const sample = {
  body: '{"id":"evt_sample","type":"order.edited","created_at":"2026-01-15T09:30:00.000Z","data":{"order_id":"ord_sample"}}',
  header: "",
};

export function DoctorView() {
  const t = useTranslations("webhooks.doctor");
  const { checkout, can, extensions } = useDesk();
  const [{ endpoint, delivery: id }] = useQueryStates(ownEvent);
  const enabled = endpoint !== "" && id !== "" && extensions.checkout && can("checkout", "webhooks", "delivery");
  const delivery = useQuery({
    ...checkout.webhooks.delivery.options({ params: { id: endpoint, delivery: id } }),
    enabled,
  });
  const headers = delivery.data?.history?.at(-1)?.request_headers ?? {};
  const signature = headers[signatureHeader];
  const initial =
    delivery.data?.request_body === undefined
      ? { ...sample, own: false }
      : { body: delivery.data.request_body, header: typeof signature === "string" ? signature : "", own: true };
  return (
    <>
      <WebhookHeader />
      {enabled && delivery.isPending ? (
        <Panel title={t("title")}>
          <TextSkeleton lines={8} />
        </Panel>
      ) : (
        <DoctorForm key={id} initial={initial} />
      )}
    </>
  );
}
