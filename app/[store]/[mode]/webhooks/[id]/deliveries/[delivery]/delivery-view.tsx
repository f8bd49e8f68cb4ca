"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { SendButton } from "@/components/attempt";
import { CodeBlock } from "@/components/code-block";
import { OtherFields } from "@/components/forms/other-fields";
import { Help } from "@/components/help/help";
import { RecordWaiting } from "@/components/query-error";
import { buttonClass } from "@/components/ui/button-class";
import { CopyButton } from "@/components/ui/copy-button";
import { DescriptionList } from "@/components/ui/description-list";
import { IntentLink, TextLink } from "@/components/ui/intent-link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { WebhookDelivery } from "@/lib/contract/checkout/webhooks";
import { isRecord } from "@/lib/contract/errors";
import { otherFields } from "@/lib/contract/read";
import { absent, DeliveryMarks, DeliveryStatus, deliveryPath, useCrumbs } from "../../../words";
import { Attempts, Schedule } from "./attempts";

type Props = { endpoint: string; id: string };

const openStatuses = ["pending", "failed"];
const lookMs = 5_000;

export function DeliveryView({ endpoint, id }: Props) {
  const t = useTranslations("webhooks.delivery");
  const { checkout, can, has } = useDesk();
  const isReported = has("checkout", "webhooks", "delivery");
  const mayRead = isReported && can("checkout", "webhooks", "delivery");
  const delivery = useQuery({
    ...checkout.webhooks.delivery.options({ params: { id: endpoint, delivery: id } }),
    enabled: mayRead,
    refetchInterval: ({ state }) => (openStatuses.includes(state.data?.status ?? "") ? lookMs : false),
  });
  const forbidden = !mayRead && t(isReported ? "forbidden" : "cannotRead");
  const { url } = delivery.data ?? {};
  const crumbs = useCrumbs({ id: endpoint, ...(url !== undefined && { url }) });
  if (delivery.data) return <Loaded endpoint={endpoint} delivery={delivery.data} crumbs={crumbs} />;
  return <RecordWaiting title={t("one")} crumbs={crumbs} record={delivery} forbidden={forbidden} />;
}

type LoadedProps = { endpoint: string; delivery: WebhookDelivery; crumbs: { href: string; label: string }[] };

function Loaded({ endpoint, delivery, crumbs }: LoadedProps) {
  const t = useTranslations("webhooks.delivery");
  const router = useRouter();
  const { base, can, checkout, format } = useDesk();
  const isOver = delivery.status === "delivered" || delivery.status === "exhausted";
  return (
    <>
      <PageHeader
        title={delivery.event_type ?? t("one")}
        crumbs={crumbs}
        meta={
          <>
            {delivery.status !== undefined && <DeliveryStatus of={delivery.status} />}
            <DeliveryMarks of={delivery} />
          </>
        }
        actions={
          <>
            {isOver && can("checkout", "webhooks", "resend") && (
              <SendButton
                mutation={checkout.webhooks.resend.mutation()}
                input={{ params: { id: endpoint, delivery: delivery.id } }}
                onDone={({ id }) => {
                  toast.success(t("resent"));
                  router.push(deliveryPath(base, endpoint, id));
                }}
                icon={<RotateCcw aria-hidden />}
              >
                {t("resend")}
              </SendButton>
            )}
            <Help of="replay" label={t("resend")} />
          </>
        }
      />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid gap-5">
          <Attempts of={delivery} />
          <Panel
            title={t("payload")}
            description={t(delivery.test ? "payloadOfTest" : "payloadAbout")}
            actions={
              delivery.request_body !== undefined && (
                <>
                  <IntentLink
                    href={`${base}/webhooks/doctor?endpoint=${encodeURIComponent(endpoint)}&delivery=${encodeURIComponent(delivery.id)}`}
                    className={buttonClass({ size: "sm" })}
                  >
                    {t("verify")}
                  </IntentLink>
                  <CopyButton text={delivery.request_body} label={format.within(t("payload"))} wide />
                </>
              )
            }
          >
            <CodeBlock text={delivery.request_body} none={t("noPayload")} wrap className="max-h-96" />
          </Panel>
        </div>
        <div className="grid gap-5">
          <Schedule of={delivery} />
          <Panel title={t("facts")}>
            <DescriptionList
              items={[
                { term: t("event"), detail: delivery.event_id ? <Id value={delivery.event_id} /> : absent },
                { term: t("delivery"), detail: <Id value={delivery.id} /> },
                { term: t("created"), detail: delivery.created_at ? format.dateTime(delivery.created_at) : absent },
                ...ordersIn(delivery.request_body).map((order) => ({
                  term: t("order"),
                  key: order,
                  // The order of a sample does not exist.
                  detail: delivery.test ? (
                    <code>{order}</code>
                  ) : (
                    <TextLink href={`${base}/orders/${encodeURIComponent(order)}`}>{order}</TextLink>
                  ),
                })),
              ]}
            />
          </Panel>
          <OtherFields fields={otherFields(delivery)} />
        </div>
      </div>
    </>
  );
}

function Id({ value }: { value: string }) {
  const t = useTranslations("webhooks.delivery");
  return (
    <span className="flex items-center gap-1">
      <code className="min-w-0 wrap-anywhere">{value}</code>
      <CopyButton text={value} label={t("id")} />
    </span>
  );
}

function ordersIn(body: string | undefined): string[] {
  try {
    const event: unknown = JSON.parse(body ?? "");
    const data = isRecord(event) ? event.data : undefined;
    return isRecord(data) && typeof data.order_id === "string" && data.order_id !== "" ? [data.order_id] : [];
  } catch {
    return [];
  }
}
