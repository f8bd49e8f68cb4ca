"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { shopContact } from "@/components/shop-reads";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { Panel } from "@/components/ui/panel";
import { TextSkeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import { activeOffers, allOffers, anyAffiliate, anyBundle, checklist, isOfDemo, shows, testedWebhooks } from "./reads";
import { Row } from "./waiting";

/** `done` is null if what the step needs could not be read. */
type Step = { name: string; label: string; about: string; done: boolean | null; href: string };

type Props = { wanted: boolean; setWanted: (wanted: boolean) => void };

export function Checklist({ wanted, setWanted }: Props) {
  const t = useTranslations("overview.checklist");
  const { desk } = useDesk();
  const { mutate } = useMutation(desk.personal.put.mutation());
  const { mutate: bringBack } = useMutation(desk.personal.delete.mutation());
  const { pending, steps } = useSteps();
  const done = steps.filter((step) => step.done).length;
  const finished = !pending && done === steps.length;
  useEffect(() => {
    // Once all steps are done, the list is dismissed, so that no later visit fetches them.
    if (finished) mutate({ params: { kind: "dismissed" }, body: { id: checklist } });
  }, [finished, mutate]);
  const hide = () => {
    mutate({ params: { kind: "dismissed" }, body: { id: checklist } });
    setWanted(false);
    toast.undo({
      message: t("hidden"),
      onUndo: () => {
        bringBack({ params: { kind: "dismissed" }, query: { id: checklist } });
        // A finished list is shown only to those who want it.
        if (finished) setWanted(true);
      },
    });
  };
  if (finished && !wanted) return null;
  return (
    <Panel
      title={t("title")}
      description={<span className={cn(pending && "invisible")}>{t("progress", { done, count: steps.length })}</span>}
      actions={<IconButton label={t("dismiss")} icon={<X />} onClick={hide} />}
      flush
    >
      <div className="relative">
        {pending && <TextSkeleton className="absolute inset-x-4 top-4" />}
        <ol className={cn("grid max-md:[&>li+li]:border-t md:grid-cols-2 xl:grid-cols-3", pending && "invisible")}>
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
      </div>
    </Panel>
  );
}

/** While requests are pending, the steps of a new store stand in for the real ones, which need as much space. */
function useSteps(): { pending: boolean; steps: Step[] } {
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
  const pending = first.pending || reads.some(({ isPending }) => isPending) || (shows.offers(desk) && active.isPending);

  type Rows = readonly { id: string; email?: string | undefined }[];
  type Records = { data: Rows; pagination: { total: number | null } } | undefined;
  const none = { data: [], pagination: { total: 0 } };
  const known = <R,>({ data }: { data: R | undefined }) => data ?? (pending ? none : undefined);
  // Filling the demo shop replaces everything, so what a person made is newer.
  const isDemo = ([newest]: Rows) => newest !== undefined && isOfDemo(newest);
  const recordStep = (name: "offer" | "bundle" | "affiliate", screen: string, records: Records): Step => {
    if (!records) return { name, label: t(name), done: null, about: t("unread"), href: `${base}/${screen}` };
    const done = records.data.length > 0 && !isDemo(records.data);
    const count = records.pagination.total;
    const some = count === null ? t(`${name}Some`) : t(`${name}Done`, { count });
    const about = done ? some : isDemo(records.data) ? t("demoOnly") : t(`${name}Open`);
    return { name, label: t(name), done, about, href: `${base}/${screen}${done ? "" : "/new"}` };
  };
  const on = active.data?.pagination.total ?? 0;
  const onlyDemo = isDemo(active.data?.data ?? []);
  const tests = known(tested);
  const isTested = tests ? tests.data.length > 0 : null;
  // Without a key, the checkout service was not asked for its offers.
  const isKnown = shows.offers(desk) || (first.step.name === "connect" && first.step.done === false);
  const steps = [
    first.step,
    recordStep("offer", "upsells", known(offers)),
    ...(mayBundle ? [recordStep("bundle", "bundles", known(bundles))] : []),
    {
      name: "webhook",
      label: t("webhook"),
      done: isTested,
      about: t(isTested === null ? "unread" : isTested ? "webhookDone" : "webhookOpen"),
      href: `${base}/webhooks`,
    },
    ...(mayAffiliate ? [recordStep("affiliate", "affiliates", known(affiliates))] : []),
    {
      name: "on",
      label: t("on"),
      done: active.isError ? null : on > 0 && !onlyDemo,
      about: active.isError
        ? t("unread")
        : onlyDemo
          ? t("onDemo")
          : on > 0
            ? t("onDone", { count: on })
            : t(isKnown ? "onOpen" : "onUnknown"),
      href: `${base}/upsells`,
    },
  ];
  return { pending, steps };
}

/** The embedded service sees the shop's calls; of another checkout service only the stored key is known. */
function useFirstStep(): { pending: boolean; step: Step } {
  const t = useTranslations("overview.checklist");
  const desk = useDesk();
  const { base, can, has, format } = desk;
  const own = has("checkout", "shop", "contact");
  const contact = useQuery({ ...shopContact(desk), enabled: own });
  const connections = useQuery({ ...desk.desk.connections.list.options(), enabled: !own });
  const pending = (own ? contact : connections).isPending;
  if (!own) {
    const done = connections.data ? !!connections.data.data.find(({ api }) => api === "checkout")?.key : null;
    const open = can("desk", "connections", "replace") ? "connectOpen" : "connectOwner";
    const about = t(done === null ? "unread" : done ? "connectDone" : open);
    return { pending, step: { name: "connect", label: t("connect"), done, about, href: `${base}/settings` } };
  }
  const { offers_asked_at: asked = null, events_sent_at: sent = null, as_of: now = "" } = contact.data ?? {};
  const contacted = asked
    ? t("shopAsked", { ago: format.ago(asked, now) })
    : sent && t("shopSent", { ago: format.ago(sent, now) });
  const about = contacted || t(contact.data ? "shopOpen" : "shopUnknown");
  const done = contact.data ? !!contacted : null;
  return { pending, step: { name: "shop", label: t("shop"), done, about, href: `${base}/settings/shop` } };
}
