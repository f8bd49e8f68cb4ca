"use client";

import { useQuery } from "@tanstack/react-query";
import { BanknoteX, CircleCheck, FlaskConical, HandCoins, Tags, Webhook } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { IntentLink } from "@/components/ui/intent-link";
import { Panel } from "@/components/ui/panel";
import { TextSkeleton } from "@/components/ui/skeleton";
import { type Desk, useDesk } from "@/lib/api/desk";
import type { Range } from "@/lib/ranges";
import { experimentsToDecide, failingEndpoints, hostOf } from "./decisions";
import {
  activeOffers,
  allOffers,
  brought,
  endpoints,
  experimentPlans,
  experiments,
  paid,
  pendingCommissions,
  readings,
  shows,
} from "./reads";

type Found = { title: string; details: string[]; href: string };
type Part = {
  name: "payouts" | "commissions" | "experiments" | "endpoints" | "offers";
  icon: ReactNode;
  /** False if the role or the API has nothing of this part. */
  enabled: boolean;
  read: { isPending: boolean; error: Error | null; data: unknown; refetch: () => unknown };
  find: () => Found | null;
};

type Context = { t: ReturnType<typeof useTranslations<"overview.waiting">>; desk: Desk };

/** Each part is read separately, so that a failed one does not hide the others. */
export function Waiting({ range }: { range: Range }) {
  const t = useTranslations("overview.waiting");
  const context = { t, desk: useDesk() };
  const every = [
    usePayouts(context),
    useCommissions(context, range),
    useExperiments(context),
    useEndpoints(context),
    useOffers(context),
  ];
  const parts = every.filter(({ enabled }) => enabled);
  const lines = parts.flatMap(({ name, icon, read, find }) => {
    const found = read.data === undefined ? null : find();
    return found ? [{ name, icon, found }] : [];
  });
  const failed = parts.filter(({ read }) => read.error && read.data === undefined);
  const pending = parts.some(({ read }) => read.isPending);
  return (
    <Panel title={t("title")} flush>
      {lines.length > 0 && (
        <ul className="[&>li+li]:border-t">
          {lines.map(({ name, icon, found }) => (
            <li key={name}>
              <Row icon={icon} {...found} />
            </li>
          ))}
        </ul>
      )}
      {pending && <TextSkeleton lines={3} className="p-4" />}
      {!pending && lines.length === 0 && failed.length === 0 && (
        <p className="flex items-center gap-2 px-4 py-4 text-muted">
          <CircleCheck aria-hidden className="size-4 text-success" /> {t("nothing")}
        </p>
      )}
      {failed.map(({ name, read }) => (
        <p
          key={name}
          className="flex flex-wrap items-center justify-between gap-2 border-t border-line px-4 py-2.5 text-sm text-muted first:border-t-0"
        >
          {t("unread", { what: t(`names.${name}`), reason: read.error?.message ?? "" })}
          <Button size="sm" onClick={() => void read.refetch()}>
            {t("retry")}
          </Button>
        </p>
      ))}
    </Panel>
  );
}

type RowProps = Found & { icon: ReactNode; aside?: ReactNode };

export function Row({ icon, title, details, href, aside }: RowProps) {
  return (
    <IntentLink href={href} className="flex h-full items-start gap-3 px-4 py-3 hover:bg-hover">
      <span aria-hidden className="mt-0.5 text-muted [&_svg]:size-4">
        {icon}
      </span>
      <span className="min-w-0 flex-1">
        <span className="font-medium">{title}</span>
        {details.map((detail) => (
          <span key={detail} className="block text-sm text-muted wrap-anywhere">
            {detail}
          </span>
        ))}
      </span>
      {aside && <span className="text-sm text-muted">{aside}</span>}
    </IntentLink>
  );
}

const mostDetails = 3;

/** A payout with unknown outcome comes first, because nobody knows whether money was sent. */
function usePayouts({ t, desk }: Context): Part {
  const enabled = shows.payouts(desk);
  const counts = useQuery({ ...paid(desk), enabled });
  const find = () => {
    const { count, totals } = counts.data?.unknown ?? { count: 0, totals: [] };
    if (count === 0) return null;
    const amounts = totals.map(({ amount, currency }) => desk.money(amount, currency));
    const href = `${desk.base}/payouts?view=ours&state=unknown`;
    return { title: t("payouts", { count }), details: worthOf(amounts, { t, desk }), href };
  };
  return { name: "payouts", icon: <BanknoteX />, enabled, read: counts, find };
}

const worthOf = (amounts: readonly string[], { t, desk }: Context) =>
  amounts.length === 0 ? [] : [t("worth", { amounts: desk.format.list(amounts) })];

function useCommissions({ t, desk }: Context, range: Range): Part {
  const enabled = shows.commissions(desk);
  const list = useQuery({ ...pendingCommissions(desk), enabled });
  const worth = useQuery({ ...brought(desk, range), enabled: shows.worth(desk) });
  const find = () => {
    if (!list.data || list.data.data.length === 0) return null;
    const { total } = list.data.pagination;
    const amounts = (worth.data?.data.totals ?? []).flatMap(({ pending_balance: amount, currency }) =>
      amount && currency ? [desk.money(amount, currency)] : [],
    );
    return {
      title: total === null ? t("commissionsUncounted") : t("commissions", { count: total }),
      details: [...worthOf(amounts, { t, desk }), ...(total === null ? [t("uncounted")] : [])],
      href: `${desk.base}/commissions`,
    };
  };
  return { name: "commissions", icon: <HandCoins />, enabled, read: list, find };
}

function useExperiments({ t, desk }: Context): Part {
  const enabled = shows.experiments(desk);
  const list = useQuery({ ...experiments(desk), enabled });
  const latest = useQuery({ ...readings(desk), enabled });
  const plans = useQuery({ ...experimentPlans(desk), enabled });
  const find = () => {
    if (!list.data || !latest.data) return null;
    const open = experimentsToDecide(list.data.data, latest.data.data, new Date());
    if (open.length === 0) return null;
    const details = open.map(({ id, name, why, winner = "" }) => {
      const named = plans.data?.data.find((plan) => plan.experiment === id)?.names;
      return t(why, { name, winner: named?.find((one) => one.name === winner)?.label ?? winner });
    });
    const href = `${desk.base}/experiments?decide=true`;
    return { title: t("experiments", { count: open.length }), details: details.slice(0, mostDetails), href };
  };
  return {
    name: "experiments",
    icon: <FlaskConical />,
    enabled,
    read: list.error ? list : latest.data ? list : latest,
    find,
  };
}

function useEndpoints({ t, desk }: Context): Part {
  const enabled = shows.endpoints(desk);
  const list = useQuery({ ...endpoints(desk), enabled });
  const find = () => {
    const failing = failingEndpoints(list.data?.data ?? []);
    if (failing.length === 0) return null;
    const [only] = failing.length === 1 ? failing : [];
    const href = `${desk.base}/webhooks${only ? `/${encodeURIComponent(only.id)}` : ""}`;
    return {
      title: t("endpoints", { count: failing.length }),
      details: failing.slice(0, mostDetails).map(hostOf),
      href,
    };
  };
  return { name: "endpoints", icon: <Webhook />, enabled, read: list, find };
}

function useOffers({ t, desk }: Context): Part {
  const enabled = shows.offers(desk);
  const all = useQuery({ ...allOffers(desk), enabled });
  const switchedOn = useQuery({ ...activeOffers(desk), enabled });
  const find = () => {
    const [count, active] = [all.data?.pagination.total, switchedOn.data?.pagination.total];
    if (count == null || active == null || count <= active) return null;
    const href = `${desk.base}/upsells`;
    return { title: t("offers", { count: count - active }), details: [t("offersOf", { count })], href };
  };
  return { name: "offers", icon: <Tags />, enabled, read: all.error ? all : switchedOn, find };
}
