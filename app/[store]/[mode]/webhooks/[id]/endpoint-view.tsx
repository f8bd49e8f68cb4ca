"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useKeepListAddress, useListHref } from "@/components/lists/list-address";
import { useMayUpdate } from "@/components/lists/use-changes";
import { QueryError } from "@/components/query-error";
import { Status } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { TextSkeleton } from "@/components/ui/skeleton";
import { useSaid } from "@/components/use-said";
import { useDesk } from "@/lib/api/desk";
import type { Webhook } from "@/lib/contract/checkout/webhooks";
import { ApiError } from "@/lib/contract/errors";
import { fromRemembered } from "../remembered/remembered-endpoint";
import { useEndpointChanges } from "../use-endpoint-changes";
import { nameOf, useWebhookWords } from "../words";
import { DeliveryTable } from "./delivery-table";
import { EndpointFacts } from "./endpoint-facts";
import { EndpointMenu } from "./endpoint-menu";
import { HealthPanel } from "./health-panel";
import { lookUp } from "./reads";

export function EndpointView({ id }: { id: string }) {
  const t = useTranslations("webhooks");
  const { base, can } = useDesk();
  const listHref = useListHref(`${base}/webhooks`);
  const mayRead = can("checkout", "webhooks", "logs");
  const endpoint = useEndpoint(id, mayRead);
  useKeepListAddress();
  if (endpoint.data) return <Loaded endpoint={endpoint.data} />;
  const problem = mayRead ? endpoint.error : new ApiError(403, "role_forbidden", t("forbiddenBody"));
  return (
    <>
      <PageHeader title={t("one")} crumbs={[{ href: listHref, label: t("title") }]} />
      <Panel>
        {problem ? (
          <QueryError error={problem} onRetry={endpoint.retry} retrying={endpoint.retrying} />
        ) : (
          <TextSkeleton lines={8} />
        )}
      </Panel>
    </>
  );
}

/** Reads the endpoint from the API, otherwise from what Cartwright remembers, which may be only the id. */
function useEndpoint(id: string, mayRead: boolean) {
  const { checkout, desk, extensions } = useDesk();
  const told = useQuery({
    ...checkout.webhooks.get.options({ params: { id } }),
    enabled: mayRead && extensions.checkout,
  });
  const noted = useQuery({
    ...desk.remembered.look_up.options(lookUp(id)),
    enabled: mayRead && !extensions.checkout,
  });
  const [thing] = noted.data?.data ?? [];
  const read = extensions.checkout ? told : noted;
  return {
    data: extensions.checkout ? told.data : noted.data && (thing ? fromRemembered(thing) : { id }),
    error: read.error,
    retrying: read.isFetching,
    retry: () => void read.refetch(),
  };
}

function Loaded({ endpoint }: { endpoint: Webhook }) {
  const t = useTranslations("webhooks");
  const said = useSaid();
  const { base, extensions, format } = useDesk();
  const listHref = useListHref(`${base}/webhooks`);
  const state = useWebhookWords().state(endpoint);
  const mayChange = useMayUpdate("checkout", "webhooks");
  const changes = useEndpointChanges();
  const { paused_reason: paused, previous_secret_until: until, health } = endpoint;
  const held = endpoint.enabled === false ? 0 : (health?.held ?? 0);
  return (
    <>
      <PageHeader
        title={nameOf(endpoint)}
        crumbs={[{ href: listHref, label: t("title") }]}
        meta={
          state && (
            <Status tone={state.tone} hollow={state.hollow}>
              {state.label}
            </Status>
          )
        }
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
