"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryState } from "nuqs";
import { type ReactNode, useState } from "react";
import { OtherFields } from "@/components/forms/other-fields";
import { Help } from "@/components/help/help";
import { useUnreported } from "@/components/lists/unreported";
import { Waiting } from "@/components/query-error";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { cn } from "@/components/ui/cn";
import { DescriptionList } from "@/components/ui/description-list";
import { IntentLink } from "@/components/ui/intent-link";
import { lazyPart } from "@/components/ui/lazy-part";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import type { Affiliate } from "@/lib/contract/affiliate/affiliates";
import type { PayoutAccount } from "@/lib/contract/desk/payouts";
import { otherFields } from "@/lib/contract/read";
import { PublicApplication } from "../applications/public-application";
import { applicantsQuery } from "../filters";
import { sumsOf, useAffiliateFacts } from "../use-affiliate-facts";
import { PortalPanel } from "./portal-panel";

const DetailsPanel = lazyPart(() => import("./details-panel"));

/** What somebody answered who applied on the public page. */
function Application({ affiliate }: { affiliate: string }) {
  const t = useTranslations("affiliates.page");
  const { desk, can } = useDesk();
  const applied = useQuery({
    ...desk.partner_applications.list.options({ query: applicantsQuery([{ id: affiliate }]) }),
    enabled: can("desk", "partner_applications", "list"),
  });
  return applied.data?.data.map((one) => (
    <Panel key={one.id} title={t("application")}>
      <PublicApplication one={one} />
    </Panel>
  ));
}

export function Overview({ affiliate, onEdit }: { affiliate: Affiliate; onEdit: () => void }) {
  const t = useTranslations("affiliates.page");
  const { can } = useDesk();
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="grid gap-5">
        <LedgerPanel affiliate={affiliate} />
        <PerformancePanel affiliate={affiliate} />
        <Panel
          title={t("notes")}
          actions={
            can("affiliate", "affiliates", "update") && (
              <Button size="sm" variant="ghost" onClick={onEdit}>
                {t("editNotes")}
              </Button>
            )
          }
        >
          {affiliate.notes ? (
            <p className="wrap-anywhere whitespace-pre-wrap">{affiliate.notes}</p>
          ) : (
            <p className="text-muted">{t("noNotes")}</p>
          )}
        </Panel>
      </div>
      <div className="grid gap-5">
        <Terms affiliate={affiliate} />
        <Application affiliate={affiliate.id} />
        {can("desk", "portal", "access") && <PortalPanel affiliate={affiliate} />}
        {can("desk", "payout_details", "get") && <DetailsPanel affiliate={affiliate.id} />}
        <OtherFields fields={otherFields(affiliate)} />
      </div>
    </div>
  );
}

const factNames = [
  "group",
  "company_name",
  "country",
  "website",
  "referral_code",
  "coupon_codes",
  "payout_method",
  "payout_email",
  "minimum_payout",
] as const;

function Terms({ affiliate }: { affiliate: Affiliate }) {
  const t = useTranslations("affiliates");
  const { format } = useDesk();
  const { facts, rate } = useAffiliateFacts(affiliate);
  const unreported = useUnreported("affiliate");
  const { created_at, approved_at, updated_at } = affiliate;
  const times = [
    { term: t("form.createdAt"), at: created_at },
    { term: t("form.approvedAt"), at: approved_at },
    { term: t("form.updatedAt"), at: updated_at },
  ];
  return (
    <Panel title={t("page.terms")}>
      <DescriptionList
        withoutDetail={unreported.facts}
        items={[
          rate,
          ...facts(factNames),
          ...times.flatMap(({ term, at }) => (at ? [{ term, detail: format.dateTime(at) }] : [])),
          { term: t("form.id"), detail: <code className="wrap-anywhere">{affiliate.id}</code> },
        ]}
      />
    </Panel>
  );
}

function PerformancePanel({ affiliate }: { affiliate: Affiliate }) {
  const t = useTranslations("affiliates.page");
  const { base, can, has, format, money } = useDesk();
  const { total_clicks: clicks, total_orders: orders } = affiliate;
  const sums = sumsOf(affiliate);
  const absent = <span className="text-sm font-normal text-muted">{t("absent")}</span>;
  const many = sums.length > 1;
  const figure = (key: string, term: ReactNode, value: string | undefined, ends = false) => (
    <div key={key} className={cn(ends && many && "max-sm:col-span-2")}>
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="text-lg font-semibold">{value ?? absent}</dd>
    </div>
  );
  return (
    <Panel
      title={t("performance")}
      description={t("performanceHint")}
      actions={
        has("affiliate", "analytics", "clicks", "affiliate_id") &&
        can("affiliate", "analytics", "clicks") && (
          <IntentLink
            href={`${base}/affiliate-analytics?report=clicks&affiliate=${encodeURIComponent(affiliate.id)}`}
            className={buttonClass({ variant: "ghost", size: "sm" })}
          >
            {t("clicksByPeriod")}
          </IntentLink>
        )
      }
    >
      <dl data-testid="performance" className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
        {figure("clicks", t("figures.clicks"), clicks === undefined ? undefined : format.number(clicks))}
        {figure("orders", t("figures.orders"), orders === undefined ? undefined : format.number(orders))}
        {figure(
          "conversion",
          <>
            {t("figures.conversion")} <Help of="conversion" label={t("figures.conversion")} />
          </>,
          clicks === 0 ? "—" : clicks && orders !== undefined ? format.ratio(orders / clicks) : undefined,
          true,
        )}
        {sums.flatMap(({ currency, revenue, commissions, pending_commissions: pending }) => {
          const of = (name: "revenue" | "commissions" | "pending") =>
            many ? `${t(`figures.${name}`)} (${currency})` : t(`figures.${name}`);
          const shown = (amount: number | undefined) => (amount === undefined ? undefined : money(amount, currency));
          return [
            figure(`revenue ${currency}`, of("revenue"), shown(revenue)),
            figure(`commissions ${currency}`, of("commissions"), shown(commissions)),
            ...(pending === undefined ? [] : [figure(`pending ${currency}`, of("pending"), shown(pending), true)]),
          ];
        })}
      </dl>
    </Panel>
  );
}

const PayAmountDialog = lazyPart(() => import("./pay-amount"));
const LedgerRows = lazyPart(() => import("./ledger-rows"));

/** In each currency: approved − clawed back − paid = owed. */
const figures = [
  { name: "approved", sign: "" },
  { name: "clawed_back", sign: "−" },
  { name: "paid", sign: "−" },
  { name: "unpaid", sign: "=" },
] as const;
type Figure = (typeof figures)[number]["name"];
type Account = PayoutAccount["currencies"][number];
type Opened = { currency: string; figure: Figure };

/** The opened figure is in the address as `?ledger=EUR.paid`. */
function readOpened(text: string | null): Opened | null {
  const [currency = "", name] = text?.split(".") ?? [];
  const figure = figures.find((each) => each.name === name);
  return currency && figure ? { currency, figure: figure.name } : null;
}

function LedgerPanel({ affiliate }: { affiliate: Affiliate }) {
  const t = useTranslations("affiliates.page");
  const { id } = affiliate;
  const { can, desk, has } = useDesk();
  const [paying, setPaying] = useState(false);
  const pays = has("affiliate", "payouts", "create", "adjustment") && can("desk", "payouts", "pay_amount");
  const mayPay = pays && affiliate.status === "active";
  const account = useQuery(desk.payouts.account.options({ params: { id } }));
  const [address, setAddress] = useQueryState("ledger", { history: "push" });
  const opened = readOpened(address);
  const { data } = account;
  return (
    <Panel
      title={t("ledger")}
      aside={<Help of="owed" label={t("ledger")} />}
      description={t("ledgerHint")}
      actions={
        mayPay && (
          <Button size="sm" onClick={() => setPaying(true)}>
            {t("payAmount.action")}
          </Button>
        )
      }
    >
      {data ? (
        <div className="grid gap-4">
          {!data.complete && <Banner tone="warning">{t("incomplete")}</Banner>}
          {data.currencies.length === 0 && <p className="text-muted">{t("noMoney")}</p>}
          {data.currencies.map((each) => (
            <Currency
              key={each.currency}
              account={each}
              onOpen={(figure) => setAddress(`${each.currency}.${figure}`)}
            />
          ))}
        </div>
      ) : (
        <Waiting of={account} lines={3} />
      )}
      {paying && <PayAmountDialog affiliate={affiliate} onClose={() => setPaying(false)} />}
      {opened && <LedgerRows affiliate={id} {...opened} onClose={() => setAddress(null)} />}
    </Panel>
  );
}

function Currency({ account, onOpen }: { account: Account; onOpen: (figure: Figure) => void }) {
  const t = useTranslations("affiliates.page");
  const { money } = useDesk();
  const { currency, unpaid, drift, on_hold, reserved } = account;
  return (
    <div
      data-testid={`ledger-${currency}`}
      className="grid gap-2 not-first:border-t not-first:border-line not-first:pt-4"
    >
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
        {figures.map(({ name, sign }) => {
          const { amount, ids } = account[name];
          const label = t(`ledgerFigures.${name}`);
          return (
            <div key={name} className="min-w-0">
              <dt className="text-sm text-muted">
                {sign && <span aria-hidden>{sign} </span>}
                {label}
              </dt>
              <dd>
                <span className="block text-lg font-semibold wrap-anywhere">
                  {money(name === "unpaid" ? account.owed : amount, currency)}
                </span>
                {ids.length > 0 && (
                  <button
                    type="button"
                    className="min-h-6 text-sm text-muted underline decoration-line underline-offset-3 hover:text-ink hover:decoration-current"
                    onClick={() => onOpen(name)}
                  >
                    <span className="sr-only">{label}: </span>
                    {t("rows", { count: ids.length })}
                  </button>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      {on_hold.amount !== 0 && (
        <p className="text-sm text-muted">{t("onHold", { amount: money(on_hold.amount, currency) })}</p>
      )}
      {reserved.amount !== 0 && (
        <p className="text-sm text-muted">{t("reserved", { amount: money(reserved.amount, currency) })}</p>
      )}
      {drift !== 0 && (
        <p className="text-sm text-danger">
          {t("drift", { unpaid: money(unpaid.amount, currency), drift: money(drift, currency) })}
        </p>
      )}
    </div>
  );
}
