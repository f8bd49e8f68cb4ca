"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { QueryError } from "@/components/query-error";
import { Banner } from "@/components/ui/banner";
import { DescriptionList } from "@/components/ui/description-list";
import { IntentLink } from "@/components/ui/intent-link";
import { Panel } from "@/components/ui/panel";
import { TextSkeleton } from "@/components/ui/skeleton";
import { useDesk } from "@/lib/api/desk";
import type { PayoutAccount } from "@/lib/contract/desk/payouts";

export function AccountPanel({ affiliate }: { affiliate: string }) {
  const t = useTranslations("payouts.account");
  const { desk } = useDesk();
  const account = useQuery({ ...desk.payouts.account.options({ params: { id: affiliate } }), staleTime: 60_000 });
  return (
    <Panel title={t("title")} description={t("hint")}>
      {account.data ? (
        <div className="grid gap-5">
          {!account.data.complete && (
            <Banner tone="warning" live={false}>
              {t("incomplete")}
            </Banner>
          )}
          {account.data.currencies.length === 0 && <p className="text-muted">{t("nothing")}</p>}
          {account.data.currencies.map((each) => (
            <Currency
              key={each.currency}
              affiliate={affiliate}
              account={each}
              named={account.data.currencies.length > 1}
            />
          ))}
        </div>
      ) : account.error ? (
        <QueryError error={account.error} onRetry={() => account.refetch()} retrying={account.isFetching} />
      ) : (
        <TextSkeleton lines={5} />
      )}
    </Panel>
  );
}

type Props = { affiliate: string; account: PayoutAccount["currencies"][number]; named: boolean };

function Currency({ affiliate, account, named }: Props) {
  const t = useTranslations("payouts.account");
  const { base, money } = useDesk();
  const { currency, approved, clawed_back, paid, owed, drift, on_hold, reserved } = account;
  const amount = (value: number) => <span className="block text-end tabular-nums">{money(value, currency)}</span>;
  const of = (text: string, path: string) => (
    <IntentLink
      href={`${base}/${path}`}
      className="inline-flex min-h-6 items-center underline decoration-line underline-offset-3 hover:decoration-current"
    >
      {text}
    </IntentLink>
  );
  const id = encodeURIComponent(affiliate);
  return (
    <div className="grid gap-2">
      {named && <h3 className="font-medium">{currency}</h3>}
      <DescriptionList
        className="[&>div]:grid-cols-[1fr_auto]"
        items={[
          {
            term: of(t("approved", { count: approved.ids.length }), `commissions?status=approved&affiliate=${id}`),
            detail: amount(approved.amount),
            key: "approved",
          },
          {
            term: of(
              t("clawedBack", { count: clawed_back.ids.length }),
              `commissions?status=all&type=clawback&affiliate=${id}`,
            ),
            detail: amount(-clawed_back.amount),
            key: "clawed",
          },
          {
            term: of(t("paid", { count: paid.ids.length }), `payouts?affiliate=${id}`),
            detail: amount(-paid.amount),
            key: "paid",
          },
          {
            term: <strong>{t("owed")}</strong>,
            detail: <strong>{amount(owed)}</strong>,
            key: "owed",
          },
          ...(on_hold.ids.length > 0
            ? [{ term: t("onHold", { count: on_hold.ids.length }), detail: amount(on_hold.amount), key: "hold" }]
            : []),
          ...(reserved.ids.length > 0
            ? [
                {
                  term: t("reserved", { count: reserved.ids.length }),
                  detail: amount(reserved.amount),
                  key: "reserved",
                },
              ]
            : []),
        ]}
      />
      {drift !== 0 && (
        <Banner tone="danger" live={false}>
          {t("drift", { drift: money(drift, currency) })}
        </Banner>
      )}
    </div>
  );
}
