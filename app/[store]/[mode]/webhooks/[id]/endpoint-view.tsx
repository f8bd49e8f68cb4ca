"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { RecordWaiting } from "@/components/forms/record-waiting";
import { useListHref } from "@/components/lists/list-address";
import { useMayUpdate } from "@/components/lists/use-changes";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { useSaid } from "@/components/use-said";
import { useDesk } from "@/lib/api/desk";
import type { Webhook } from "@/lib/contract/checkout/webhooks";
import { ApiError } from "@/lib/contract/errors";
import { fromRemembered } from "../remembered/remembered-endpoint";
import { useEndpointChanges } from "../use-endpoint-changes";
import { EndpointState, nameOf, stateOf } from "../words";
import { DeliveryTable } from "./delivery-table";
import { EndpointFacts } from "./endpoint-facts";
import { EndpointMenu } from "./endpoint-menu";
import { lookUp } from "./filters";
import { HealthPanel } from "./health-panel";

export function EndpointView({ id }: { id: string }) {
  const t = useTranslations("webhooks");
  const { base, can } = useDesk();
  const listHref = useListHref(`${base}/webhooks`);
  const mayRead = can("checkout", "webhooks", "logs");
  const { endpoint, record } = useEndpoint(id, mayRead);
  if (endpoint) return <Loaded endpoint={endpoint} />;
  const problem = mayRead ? record.error : new ApiError(403, "role_forbidden", t("forbiddenBody"));
  const crumbs = [{ href: listHref, label: t("title") }];
  return <RecordWaiting title={t("one")} crumbs={crumbs} record={record} problem={problem} />;
}

/** Reads the endpoint from the API, otherwise from what Cartwright remembers, which may be only the id. */
function useEndpoint(id: string, mayRead: boolean) {
  const { checkout, desk, extensions } = useDesk();
  const own = extensions.checkout;
  const reported = useQuery({ ...checkout.webhooks.get.options({ params: { id } }), enabled: mayRead && own });
  const remembered = useQuery({ ...desk.remembered.look_up.options(lookUp(id)), enabled: mayRead && !own });
  if (own) return { endpoint: reported.data, record: reported };
  const [found] = remembered.data?.data ?? [];
  return { endpoint: remembered.data && (found ? fromRemembered(found) : { id }), record: remembered };
}

function Loaded({ endpoint }: { endpoint: Webhook }) {
  const t = useTranslations("webhooks");
  const said = useSaid();
  const { base, extensions, format } = useDesk();
  const listHref = useListHref(`${base}/webhooks`);
  const state = stateOf(endpoint);
  const mayChange = useMayUpdate("checkout", "webhooks");
  const changes = useEndpointChanges();
  const { paused_reason: paused, previous_secret_until: until, health } = endpoint;
  const held = endpoint.enabled === false ? 0 : (health?.held ?? 0);
  return (
    <>
      <PageHeader
        title={nameOf(endpoint)}
        crumbs={[{ href: listHref, label: t("title") }]}
        meta={state && <EndpointState of={state} />}
        actions={<EndpointMenu endpoint={endpoint} />}
      />
      {!extensions.checkout && (
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
          {said(paused)}
        </Banner>
      )}
      {held > 0 && (
        <Banner
          title={t("heldTitle", { count: held })}
          live={false}
          action={
            mayChange && (
              <Button size="sm" onClick={() => changes.release(endpoint)}>
                {t("actions.release", { count: held })}
              </Button>
            )
          }
        >
          {t("heldBody")}
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
