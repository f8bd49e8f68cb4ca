"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryState } from "nuqs";
import { Help } from "@/components/help/help";
import { Waiting } from "@/components/query-error";
import { Banner } from "@/components/ui/banner";
import { lazyPart } from "@/components/ui/lazy-part";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import type { PayoutAccount } from "@/lib/contract/desk/payouts";

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

export function LedgerPanel({ id }: { id: string }) {
  const t = useTranslations("affiliates.page");
  const { desk } = useDesk();
  const account = useQuery(desk.payouts.account.options({ params: { id } }));
  const [address, setAddress] = useQueryState("ledger", { history: "push" });
  const opened = readOpened(address);
  const { data } = account;
  return (
    <Panel title={t("ledger")} aside={<Help of="owed" label={t("ledger")} />} description={t("ledgerHint")}>
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
