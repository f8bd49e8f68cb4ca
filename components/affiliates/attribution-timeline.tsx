"use client";

import { Coins, type LucideIcon, MousePointerClick, RotateCcw, ShoppingBag, Ticket, UserCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { RateArithmetic } from "@/components/figures/rate-arithmetic";
import { Moment } from "@/components/moment";
import { Look } from "@/components/ui/badge";
import { useSaid } from "@/components/use-said";
import { useDesk } from "@/lib/api/desk";
import type { AttributedOrder } from "@/lib/contract/affiliate/orders";
import { withoutScheme } from "@/lib/word-format";
import { AffiliateName, type AffiliateNames } from "./affiliate-name";
import { type AttributionEntry, arithmeticOf, entriesOf, secondsToOrder } from "./attribution-entries";
import { useDeviceName } from "./click-words";
import { useAttributionWords } from "./program-words";

const icons: Record<string, LucideIcon> = {
  click: MousePointerClick,
  coupon: Ticket,
  order: ShoppingBag,
  refund: RotateCcw,
  attribution: UserCheck,
  commission: Coins,
};

type Props = {
  /** The order must come from a single read, because lists leave the timeline out. */
  order: AttributedOrder;
  names: AffiliateNames;
  /** The commission that this page is about, which is therefore not linked. */
  commission?: string;
};

export function AttributionTimeline({ order, names, commission }: Props) {
  const t = useTranslations("attribution");
  const entries = entriesOf(order);
  const seconds = secondsToOrder(entries);
  return (
    <>
      <ol aria-label={t("title")} className="ms-3 grid border-s border-line ps-6">
        {entries.map((entry, index) => (
          <Entry
            // biome-ignore lint/suspicious/noArrayIndexKey: past events keep their order.
            key={index}
            entry={entry}
            currency={entry.currency ?? order.currency}
            names={names}
            highlight={commission !== undefined && entry.commission_id === commission}
            {...(entry.type === "order" && seconds !== null && { seconds })}
          />
        ))}
      </ol>
      {!order.attribution_timeline?.length && <p className="mt-3 text-sm text-muted">{t("notTold")}</p>}
    </>
  );
}

type EntryProps = {
  entry: AttributionEntry;
  currency: string | undefined;
  names: AffiliateNames;
  highlight: boolean;
  seconds?: number;
};

function Entry({ entry, currency, names, highlight, seconds }: EntryProps) {
  const t = useTranslations("attribution");
  const Icon = icons[entry.type];
  const arithmetic = arithmeticOf(entry.arithmetic);
  return (
    <li className="relative grid gap-0.5 pb-4 text-sm last:pb-0" aria-current={highlight || undefined}>
      <span
        aria-hidden
        className="absolute -start-6 top-0 grid size-6 -translate-x-1/2 place-items-center rtl:translate-x-1/2 rounded-full bg-sunken text-muted ring-4 ring-surface [&_svg]:size-3.5"
      >
        {Icon ? <Icon /> : null}
      </span>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">
          <Title entry={entry} currency={currency} names={names} />
        </span>
        {entry.at ? (
          <Moment at={entry.at} precise className="text-muted" />
        ) : (
          <span className="text-muted">{t("noTime")}</span>
        )}
      </div>
      {seconds !== undefined && <Fact>{t("after", gap(seconds))}</Fact>}
      <Facts entry={entry} names={names} />
      {arithmetic && <RateArithmetic arithmetic={arithmetic} currency={currency} className="mt-1" />}
    </li>
  );
}

function gap(seconds: number): { count: number; unit: string } {
  const units = [
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
  ] as const;
  for (const [unit, length] of units) if (seconds >= length) return { count: Math.floor(seconds / length), unit };
  return { count: seconds, unit: "second" };
}

type Named = { entry: AttributionEntry; names: AffiliateNames };

function Title({ entry, currency, names }: Named & { currency: string | undefined }): ReactNode {
  const t = useTranslations("attribution.titles");
  const { money } = useDesk();
  const words = useAttributionWords();
  const who = () => entry.affiliate_id && <AffiliateName id={entry.affiliate_id} names={names} />;
  switch (entry.type) {
    case "click":
      return t("click", { link: entry.link_name || entry.link_code || entry.link_id || entry.click_id || "" });
    case "coupon":
      return t("coupon", { code: entry.coupon_code ?? "" });
    case "order":
      return entry.total === undefined ? t("orderOnly") : t("order", { total: money(entry.total, currency) });
    case "refund":
      return entry.amount === undefined ? t("refundOnly") : t("refund", { amount: money(entry.amount, currency) });
    case "attribution":
      return t.rich("attribution", { who, how: entry.method ? words.by(entry.method) : "" });
    case "commission": {
      const status = entry.status ? words.commission(entry.status) : null;
      return (
        <span className="inline-flex flex-wrap items-baseline gap-x-2">
          {t("commission", {
            amount: entry.amount === undefined ? "" : money(entry.amount, currency),
            type: entry.commission_type ? words.type(entry.commission_type) : "",
          })}
          {status && <Look {...status} className="font-normal" />}
        </span>
      );
    }
    default:
      return entry.type;
  }
}

function Facts({ entry, names }: Named) {
  const t = useTranslations("attribution.facts");
  const { format } = useDesk();
  const deviceName = useDeviceName();
  const said = useSaid();
  const { type, affiliate_id: id, landing_page, referrer, country, device, reason, by } = entry;
  const where = [country && format.country(country), device && deviceName(device)].filter(Boolean).join(" · ");
  return (
    <>
      {(type === "click" || type === "coupon" || type === "commission") && id && (
        <Fact>{t.rich("of", { who: () => <AffiliateName id={id} names={names} /> })}</Fact>
      )}
      {landing_page && <Address whole={landing_page}>{t("landed", { page: withoutScheme(landing_page) })}</Address>}
      {referrer && <Address whole={referrer}>{t("from", { page: withoutScheme(referrer) })}</Address>}
      {where && <Fact>{where}</Fact>}
      {entry.is_bot === true && <Fact>{t("bot")}</Fact>}
      {reason && <Fact>{t("reason", { reason: said(reason, entry.reason_key) })}</Fact>}
      {type === "attribution" && by && <Fact>{t("by", { by })}</Fact>}
    </>
  );
}

/** Query strings are for machines and longer than everything else, so they are shortened. */
const Address = ({ whole, children }: { whole: string; children: ReactNode }) => (
  <p title={whole} className="line-clamp-2 wrap-anywhere text-muted print:line-clamp-none">
    {children}
  </p>
);

const Fact = ({ children }: { children: ReactNode }) => <p className="wrap-anywhere text-muted">{children}</p>;
