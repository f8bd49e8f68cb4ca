"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { shopContact } from "@/components/shop-reads";
import { IconButton } from "@/components/ui/icon-button";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import {
  activeOffers,
  allOffers,
  anyAffiliate,
  anyBundle,
  checklist,
  dismissed,
  isChecklistDismissed,
  shows,
  testedWebhooks,
} from "./reads";
import { Row } from "./waiting";

/** `done` is null if what the step needs could not be read. */
type Step = { name: string; label: string; about: string; done: boolean | null; href: string };

export function Checklist() {
  const desk = useDesk();
  const kept = useQuery(dismissed(desk));
  if (!desk.can("checkout", "upsells", "create") || !kept.data || isChecklistDismissed(kept.data)) return null;
  return <Open />;
}

function Open() {
  const t = useTranslations("overview.checklist");
  const { desk } = useDesk();
  const { mutate } = useMutation(desk.personal.put.mutation());
  const steps = useSteps();
  const hide = () => mutate({ params: { kind: "dismissed" }, body: { id: checklist } });
  const done = steps?.filter((step) => step.done).length ?? 0;
  const finished = steps !== null && done === steps.length;
  useEffect(() => {
    // Once all steps are done, the list is dismissed, so that no later visit fetches them.
    if (finished) mutate({ params: { kind: "dismissed" }, body: { id: checklist } });
  }, [finished, mutate]);
  if (!steps || finished) return null;
  return (
    <Panel
      title={t("title")}
      description={t("progress", { done, count: steps.length })}
      actions={<IconButton label={t("dismiss")} icon={<X />} onClick={hide} />}
      flush
    >
      <ol className="grid max-md:[&>li+li]:border-t md:grid-cols-2 xl:grid-cols-3">
        {steps.map(({ name, label, about, done, href }) => (
          <li key={name}>
            <Row
              href={href}
              icon={done ? <CircleCheck className="text-success" /> : <CircleDashed />}
              title={label}
              details={[about]}
              aside={t(done === null ? "unknown" : done ? "done" : "open")}
            />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** Returns null until every request has ended, so that nothing jumps. */
function useSteps(): Step[] | null {
  const t = useTranslations("overview.checklist");
  const desk = useDesk();
  const { base, can, mode } = desk;
  const first = useFirstStep();
  const offers = useQuery(allOffers(desk));
  const active = useQuery({ ...activeOffers(desk), enabled: shows.offers(desk) });
  const mayBundle = can("checkout", "bundles", "create");
  const mayAffiliate = can("affiliate", "affiliates", "create");
  const bundles = useQuery({ ...anyBundle(desk), enabled: mayBundle });
  const affiliates = useQuery({ ...anyAffiliate(desk), enabled: mayAffiliate });
  const tested = useQuery(testedWebhooks(desk, mode));
  const reads = [offers, tested, ...(mayBundle ? [bundles] : []), ...(mayAffiliate ? [affiliates] : [])];
  if (!first || reads.some(({ isPending }) => isPending) || (shows.offers(desk) && active.isPending)) return null;

  type Records = { data: readonly unknown[]; pagination: { total: number | null } } | undefined;
  const recordStep = (name: "offer" | "bundle" | "affiliate", screen: string, records: Records): Step => {
    if (!records) return { name, label: t(name), done: null, about: t("unread"), href: `${base}/${screen}` };
    const exists = records.data.length > 0;
    const count = records.pagination.total;
    const about = !exists ? t(`${name}Open`) : count === null ? t(`${name}Some`) : t(`${name}Done`, { count });
    return { name, label: t(name), done: exists, about, href: `${base}/${screen}${exists ? "" : "/new"}` };
  };
  const on = active.data?.pagination.total ?? 0;
  const isTested = tested.data ? tested.data.data.length > 0 : null;
  // Without a key, the checkout service was not asked for its offers.
  const isKnown = shows.offers(desk) || (first.name === "connect" && first.done === false);
  return [
    first,
    recordStep("offer", "upsells", offers.data),
    ...(mayBundle ? [recordStep("bundle", "bundles", bundles.data)] : []),
    {
      name: "webhook",
      label: t("webhook"),
      done: isTested,
      about: t(isTested === null ? "unread" : isTested ? "webhookDone" : "webhookOpen"),
      href: `${base}/webhooks`,
    },
    ...(mayAffiliate ? [recordStep("affiliate", "affiliates", affiliates.data)] : []),
    {
      name: "on",
      label: t("on"),
      done: active.isError ? null : on > 0,
      about: active.isError ? t("unread") : on > 0 ? t("onDone", { count: on }) : t(isKnown ? "onOpen" : "onUnknown"),
      href: `${base}/upsells`,
    },
  ];
}

/** The embedded service sees the shop's calls; of another checkout service only the stored key is known. */
function useFirstStep(): Step | null {
  const t = useTranslations("overview.checklist");
  const desk = useDesk();
  const { base, extensions, format } = desk;
  const own = extensions.checkout;
  const contact = useQuery({ ...shopContact(desk), enabled: own });
  const connections = useQuery({ ...desk.desk.connections.list.options(), enabled: !own });
  if ((own ? contact : connections).isPending) return null;
  if (!own) {
    const done = connections.data ? !!connections.data.data.find(({ api }) => api === "checkout")?.key : null;
    const about = t(done === null ? "unread" : done ? "connectDone" : "connectOpen");
    return { name: "connect", label: t("connect"), done, about, href: `${base}/settings` };
  }
  const { offers_asked_at: asked = null, events_sent_at: sent = null, as_of: now = "" } = contact.data ?? {};
  const contacted = asked
    ? t("shopAsked", { ago: format.ago(asked, now) })
    : sent && t("shopSent", { ago: format.ago(sent, now) });
  const about = contacted || t(contact.data ? "shopOpen" : "shopUnknown");
  const done = contact.data ? !!contacted : null;
  return { name: "shop", label: t("shop"), done, about, href: `${base}/settings/shop` };
}
