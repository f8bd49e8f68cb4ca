"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { OtherFields } from "@/components/forms/other-fields";
import { RecordWaiting } from "@/components/forms/record-waiting";
import { Help } from "@/components/help/help";
import { useListHref } from "@/components/lists/list-address";
import { useFailureWords } from "@/components/query-error";
import { Badge, Status } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { CopyButton } from "@/components/ui/copy-button";
import { DescriptionList } from "@/components/ui/description-list";
import { IntentLink } from "@/components/ui/intent-link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import { knownWebhookLogFields } from "@/lib/contract/checkout/webhook-words";
import type { WebhookDelivery } from "@/lib/contract/checkout/webhooks";
import { ApiError } from "@/lib/contract/errors";
import { otherFields } from "@/lib/contract/read";
import { nameOf, useWebhookWords } from "../../../words";
import { Attempts } from "./attempts";
import { ordersIn } from "./orders-in";
import { Plain } from "./plain";
import { Schedule } from "./schedule";

type Props = { endpoint: string; id: string };

const known = [...knownWebhookLogFields, "url", "request_body", "history", "schedule"];
const openStatuses = ["pending", "failed"];
const lookMs = 5_000;

export function DeliveryView({ endpoint, id }: Props) {
  const t = useTranslations("webhooks.delivery");
  const { base, checkout, can, extensions } = useDesk();
  const listHref = useListHref(`${base}/webhooks`);
  const logHref = useListHref(`${base}/webhooks/${encodeURIComponent(endpoint)}`);
  const mayRead = extensions.checkout && can("checkout", "webhooks", "delivery");
  const delivery = useQuery({
    ...checkout.webhooks.delivery.options({ params: { id: endpoint, delivery: id } }),
    enabled: mayRead,
    refetchInterval: ({ state }) => (openStatuses.includes(state.data?.status ?? "") ? lookMs : false),
  });
  const why = t(extensions.checkout ? "forbidden" : "cannotRead");
  const problem = mayRead ? delivery.error : new ApiError(403, "role_forbidden", why);
  const crumbs = [
    { href: listHref, label: t("up") },
    { href: logHref, label: delivery.data ? nameOf({ id: endpoint, ...present(delivery.data.url) }) : endpoint },
  ];
  if (delivery.data) return <Loaded endpoint={endpoint} delivery={delivery.data} crumbs={crumbs} />;
  return <RecordWaiting title={t("one")} crumbs={crumbs} record={delivery} problem={problem} />;
}

const present = (url: string | undefined) => (url === undefined ? {} : { url });

type LoadedProps = { endpoint: string; delivery: WebhookDelivery; crumbs: { href: string; label: string }[] };

function Loaded({ endpoint, delivery, crumbs }: LoadedProps) {
  const t = useTranslations("webhooks.delivery");
  const { base, format } = useDesk();
  const words = useWebhookWords();
  const status = delivery.status === undefined ? null : words.status(delivery.status);
  const others = otherFields(delivery, known);
  const absent = <span className="text-muted">—</span>;
  return (
    <>
      <PageHeader
        title={delivery.event_type ?? t("one")}
        crumbs={crumbs}
        meta={
          <>
            {status && (
              <Status tone={status.tone} hollow={status.hollow}>
                {status.label}
              </Status>
            )}
            {delivery.test && <Badge>{t("test")}</Badge>}
            {(delivery.replay ?? 0) > 0 && <Badge tone="info">{t("replay", { count: delivery.replay ?? 0 })}</Badge>}
          </>
        }
        actions={
          <>
            <Replay endpoint={endpoint} delivery={delivery} />
            <Help of="replay" label={t("resend")} />
          </>
        }
      />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid gap-5">
          <Attempts of={delivery} />
          <Panel
            title={t("payload")}
            description={t("payloadAbout")}
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
            <Plain text={delivery.request_body} none={t("noPayload")} />
          </Panel>
        </div>
        <div className="grid gap-5">
          <Schedule of={delivery} />
          <Panel title={t("facts")}>
            <DescriptionList
              items={[
                { term: t("event"), detail: delivery.event_id ? <Id value={delivery.event_id} /> : absent },
                { term: t("delivery"), detail: <Id value={delivery.id} /> },
                {
                  term: t("created"),
                  detail: delivery.created_at ? format.dateTime(delivery.created_at) : absent,
                },
                ...ordersIn(delivery.request_body).map((order) => ({
                  term: t("order"),
                  key: order,
                  detail: (
                    <IntentLink
                      href={`${base}/orders/${encodeURIComponent(order)}`}
                      className="inline-flex min-h-6 items-center underline decoration-line underline-offset-3 hover:decoration-current"
                    >
                      {order}
                    </IntentLink>
                  ),
                })),
              ]}
            />
          </Panel>
          <OtherFields fields={others} />
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

/** Only the first click sends the event again. */
function Replay({ endpoint, delivery }: { endpoint: string; delivery: WebhookDelivery }) {
  const t = useTranslations("webhooks.delivery");
  const router = useRouter();
  const { base, can, checkout } = useDesk();
  const failureWords = useFailureWords();
  const resend = useMutation(checkout.webhooks.resend.mutation());
  const over = delivery.status === "delivered" || delivery.status === "exhausted";
  if (!can("checkout", "webhooks", "resend") || !over) return null;
  const act = () =>
    resend.mutate(
      { params: { id: endpoint, delivery: delivery.id } },
      {
        onSuccess: ({ id }) => {
          toast.success(t("resent"));
          router.push(`${base}/webhooks/${encodeURIComponent(endpoint)}/deliveries/${encodeURIComponent(id)}`);
        },
        onError: (cause) => toast.error(failureWords(cause, (reason) => reason)),
      },
    );
  return (
    <Button icon={<RotateCcw aria-hidden />} pending={resend.isPending} onClick={act}>
      {t("resend")}
    </Button>
  );
}
