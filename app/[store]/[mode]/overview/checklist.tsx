"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { shopContact } from "@/components/shop-reads";
import { IconButton } from "@/components/ui/icon-button";
import { IntentLink } from "@/components/ui/intent-link";
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

type Step = { name: string; label: string; about: string; done: boolean; href: string };

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
        {steps.map((step) => (
          <li key={step.name}>
            <StepRow {...step} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** Returns null until every step is known, so that nothing jumps. A step that cannot be read counts as open. */
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

  const any = (page: { data: readonly unknown[] } | undefined) => (page?.data.length ?? 0) > 0;
  const counted = (
    page: { pagination: { total: number | null } } | undefined,
    name: "offer" | "bundle" | "affiliate",
  ) => {
    const count = page?.pagination.total ?? null;
    return count === null ? t(`${name}Some`) : t(`${name}Done`, { count });
  };
  const on = active.data?.pagination.total ?? 0;
  // Without a key, the checkout service was not asked for its offers.
  const connected = first.name !== "connect" || first.done;
  return [
    first,
    step(
      "offer",
      t("offer"),
      any(offers.data),
      [counted(offers.data, "offer"), t("offerOpen")],
      any(offers.data) ? `${base}/upsells` : `${base}/upsells/new`,
    ),
    ...(mayBundle
      ? [
          step(
            "bundle",
            t("bundle"),
            any(bundles.data),
            [counted(bundles.data, "bundle"), t("bundleOpen")],
            any(bundles.data) ? `${base}/bundles` : `${base}/bundles/new`,
          ),
        ]
      : []),
    step("webhook", t("webhook"), any(tested.data), [t("webhookDone"), t("webhookOpen")], `${base}/webhooks`),
    ...(mayAffiliate
      ? [
          step(
            "affiliate",
            t("affiliate"),
            any(affiliates.data),
            [counted(affiliates.data, "affiliate"), t("affiliateOpen")],
            any(affiliates.data) ? `${base}/affiliates` : `${base}/affiliates/new`,
          ),
        ]
      : []),
    step(
      "on",
      t("on"),
      on > 0,
      [t("onDone", { count: on }), t(shows.offers(desk) || !connected ? "onOpen" : "onUnknown")],
      `${base}/upsells`,
    ),
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
    const key = connections.data?.data.find(({ api }) => api === "checkout")?.key;
    return step("connect", t("connect"), !!key, [t("connectDone"), t("connectOpen")], `${base}/settings`);
  }
  const { offers_asked_at: asked = null, events_sent_at: sent = null, as_of: now = "" } = contact.data ?? {};
  const told = asked
    ? t("shopAsked", { ago: format.ago(asked, now) })
    : sent && t("shopSent", { ago: format.ago(sent, now) });
  return step(
    "shop",
    t("shop"),
    !!told,
    [told ?? "", t(contact.data ? "shopOpen" : "shopUnknown")],
    `${base}/settings/shop`,
  );
}

function step(name: string, label: string, done: boolean, told: [done: string, open: string], href: string): Step {
  return { name, label, done, about: told[done ? 0 : 1], href };
}

function StepRow({ label, about, done, href }: Step) {
  const t = useTranslations("overview.checklist");
  return (
    <IntentLink href={href} className="flex h-full items-start gap-3 px-4 py-3 hover:bg-hover">
      {done ? (
        <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
      ) : (
        <CircleDashed aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      )}
      <span className="min-w-0 flex-1">
        <span className="font-medium">{label}</span>
        <span className="block text-sm text-muted">{about}</span>
      </span>
      <span className="text-sm text-muted">{t(done ? "done" : "open")}</span>
    </IntentLink>
  );
}
