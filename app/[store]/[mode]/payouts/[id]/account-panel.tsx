"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Waiting } from "@/components/query-error";
import { Banner } from "@/components/ui/banner";
import { DescriptionList } from "@/components/ui/description-list";
import { TextLink } from "@/components/ui/intent-link";
import { Panel } from "@/components/ui/panel";
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
      ) : (
        <Waiting of={account} lines={5} />
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
  const line = (key: string, label: string, value: number, path?: string) => ({
    key,
    term: path ? (
      <TextLink href={`${base}/${path}affiliate=${encodeURIComponent(affiliate)}`}>{label}</TextLink>
    ) : (
      label
    ),
    detail: amount(value),
  });
  const count = ({ ids }: { ids: readonly string[] }) => ({ count: ids.length });
  return (
    <div className="grid gap-2">
      {named && <h3 className="font-medium">{currency}</h3>}
      <DescriptionList
        className="[&>div]:grid-cols-[1fr_auto]"
        items={[
          line("approved", t("approved", count(approved)), approved.amount, "commissions?status=approved&"),
          line(
            "clawed",
            t("clawedBack", count(clawed_back)),
            -clawed_back.amount,
            "commissions?status=all&type=clawback&",
          ),
          line("paid", t("paid", count(paid)), -paid.amount, "payouts?"),
          { key: "owed", term: <strong>{t("owed")}</strong>, detail: <strong>{amount(owed)}</strong> },
          ...(on_hold.ids.length > 0 ? [line("hold", t("onHold", count(on_hold)), on_hold.amount)] : []),
          ...(reserved.ids.length > 0 ? [line("reserved", t("reserved", count(reserved)), reserved.amount)] : []),
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
