"use client";

import { useTranslations } from "next-intl";
import { Look, type StatusLook } from "@/components/ui/badge";
import { DescriptionList } from "@/components/ui/description-list";
import { TextLink } from "@/components/ui/intent-link";
import { Panel } from "@/components/ui/panel";
import { type Looks, lookOf } from "@/components/unknown-status";
import { useDesk } from "@/lib/api/desk";
import type { OfferResults } from "@/lib/contract/checkout/analytics";
import { newcombeInterval } from "@/lib/stats/index";
import { leastShown } from "./segments";

export function BesideOthers({ results }: { results: OfferResults }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Others results={results} />
      <Experiments experiments={results.experiments} />
    </div>
  );
}

function Others({ results: { data, others, currency } }: { results: OfferResults }) {
  const t = useTranslations("offerResults.others");
  const { base, format, has } = useDesk();
  const all = data.revenue + others.revenue;
  if (others.offers === 0) {
    return (
      <Panel title={t("title")}>
        <p className="text-muted">{t("none")}</p>
      </Panel>
    );
  }
  const rank = t("rank", { rank: others.ahead + 1, count: others.offers + 1 });
  return (
    <Panel title={t("title")} description={t("about", { count: others.offers })}>
      <DescriptionList
        items={[
          {
            term: t("acceptance"),
            detail: (
              <>
                {rate(data)}
                <span className="block text-muted">
                  {t("ofOthers", { value: rate(others) })} {difference()}
                </span>
              </>
            ),
          },
          {
            term: t("revenue"),
            detail: (
              <>
                {format.money(data.revenue, currency)}
                <span className="block text-muted">
                  {t("average", { value: format.money(others.revenue / others.offers, currency) })}
                </span>
              </>
            ),
          },
          { term: t("share"), detail: all > 0 ? format.ratioInColumn(data.revenue / all) : "—" },
          {
            term: t("place"),
            detail: has("checkout", "upsells", "list", "sort") ? (
              <TextLink href={`${base}/upsells?sort=revenue&order=desc`}>{rank}</TextLink>
            ) : (
              rank
            ),
          },
        ]}
      />
    </Panel>
  );

  function rate({ shown, accepted }: OfferResults["data"]): string {
    return shown > 0 ? format.ratioInColumn(Math.min(1, accepted / shown)) : "—";
  }

  /** Whether chance alone could make the difference. */
  function difference(): string {
    const { lower, upper } = newcombeInterval(others.accepted, others.shown, data.accepted, data.shown);
    if (data.shown < leastShown || lower === null || upper === null) return t("tooFew");
    return t(lower > 0 || upper < 0 ? "clear" : "unclear");
  }
}

const looks: Looks<"draft" | "running" | "completed"> = {
  draft: { tone: "warning", hollow: true },
  running: { tone: "success" },
  completed: { tone: "neutral" },
};

function Experiments({ experiments }: Pick<OfferResults, "experiments">) {
  const t = useTranslations("offerResults.experiments");
  const statuses = useTranslations("experiments.statuses");
  const { base, format } = useDesk();
  const look = (status: string): StatusLook => lookOf(looks, status, (known) => statuses(known));
  const day = (at: string | null) => (at === null ? null : format.date(at));
  const when = ({ started_at, ended_at }: OfferResults["experiments"][number]) => {
    const [start, end] = [day(started_at), day(ended_at)];
    if (start === null) return null;
    return end === null ? t("since", { start }) : t("between", { start, end });
  };
  return (
    <Panel title={t("title")}>
      {experiments.length === 0 ? (
        <p className="text-muted">{t("none")}</p>
      ) : (
        <ul className="grid gap-2.5">
          {experiments.map((one) => (
            <li key={one.id} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 text-sm">
              <TextLink href={`${base}/experiments/${encodeURIComponent(one.id)}`}>{one.name}</TextLink>
              <Look {...look(one.status)} />
              <span className="text-muted">
                {[when(one), one.winner && t("winner", { winner: one.winner })].filter(Boolean).join(" · ")}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
