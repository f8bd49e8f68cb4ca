"use client";

import { useTranslations } from "next-intl";
import { RuleList } from "@/components/affiliates/rule-list";
import { Banner } from "@/components/ui/banner";
import { buttonClass } from "@/components/ui/button-class";
import { CopyButton } from "@/components/ui/copy-button";
import { IntentLink, TextLink } from "@/components/ui/intent-link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { greetingName } from "@/lib/contract/affiliate/affiliate-words";
import type { PartnerProfile } from "@/lib/contract/partner/account";
import type { PartnerLink } from "@/lib/contract/partner/links";
import type {
  PartnerBalance,
  PartnerCommission,
  PartnerPayout,
  PartnerPerformance,
} from "@/lib/contract/partner/money";
import { usePortal } from "../portal";
import { CommissionTable } from "./commission-table";
import { ReturnedBanner } from "./returned-banner";

type Props = {
  returned: PartnerPayout | null;
  balances: PartnerBalance[];
  profile: PartnerProfile;
  performance: PartnerPerformance;
  commissions: PartnerCommission[];
  links: PartnerLink[];
  makesLinks: boolean;
  rules: { title: string; sentences: string[] }[];
  paid: boolean;
};

export function Home({ returned, balances, profile, performance, commissions, links, makesLinks, rules, paid }: Props) {
  const t = useTranslations("partners.home");
  const words = useTranslations("partners.links");
  const { base, format, money, program } = usePortal();
  const { minimum_payouts: minimums } = profile;
  const first = links.find(({ active, url }) => active && url);
  const isNew = balances.every((balance) => parts.every((part) => balance[part] === 0));
  const owes = balances.some(({ in_review, owed }) => in_review > 0 || owed > 0);
  return (
    <>
      <PageHeader title={t("hello", { name: greetingName(profile) })} description={t("about", { program })} />
      <ReturnedBanner payout={returned} />
      {!paid && owes && (
        <Banner
          live={false}
          title={t("payMe")}
          action={
            <IntentLink href={`${base}/account`} className={buttonClass({ size: "sm" })}>
              {t("payMeAction")}
            </IntentLink>
          }
        >
          {t("payMeBody", { program })}
        </Banner>
      )}
      <Panel title={t("figures")} flush>
        <div className="overflow-hidden rounded-b-lg">
          {balances.map((balance, at) => (
            <Balance key={balance.currency} of={balance} explained={at === 0} />
          ))}
        </div>
        {isNew && <p className="border-t border-line px-4 py-3 first:border-t-0">{t("none")}</p>}
        {minimums.length > 0 && (
          <p className="border-t border-line px-4 py-2 text-sm text-muted">
            {t("minimum", { amount: format.row(minimums.map(({ amount, currency }) => money(amount, currency))) })}
          </p>
        )}
      </Panel>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Panel title={t("yourLink")} description={first ? t("linkHint") : undefined}>
          {first?.url ? (
            <div className="grid gap-3">
              <div className="flex flex-wrap items-center gap-2 rounded-md border border-line bg-sunken p-3">
                <code className="min-w-0 flex-1 basis-48 wrap-anywhere">{first.url}</code>
                <CopyButton text={first.url} label={words("copy")} size="md" wide />
              </div>
              <TextLink href={`${base}/links`}>{t("allLinks")}</TextLink>
            </div>
          ) : !makesLinks ? (
            <p className="text-muted">{words("noHosts", { program })}</p>
          ) : (
            <div className="grid justify-items-start gap-3">
              <p className="text-muted">{t("noLink")}</p>
              <IntentLink href={`${base}/links`} className={buttonClass({ variant: "primary" })}>
                {t("makeLink")}
              </IntentLink>
            </div>
          )}
          {profile.coupon_codes.length > 0 && (
            <div className="mt-4 grid gap-1">
              <h3 className="text-sm font-medium">{t("codes")}</h3>
              <p className="text-sm text-muted">{t("codesHint")}</p>
              <ul className="flex flex-wrap gap-2">
                {profile.coupon_codes.map((code) => (
                  <li key={code} className="flex items-center gap-1">
                    <code>{code}</code>
                    <CopyButton text={code} label={code} />
                  </li>
                ))}
              </ul>
            </div>
          )}
        </Panel>
        <Panel title={t("month")} actions={<TextLink href={`${base}/performance`}>{t("more")}</TextLink>}>
          <dl className="grid grid-cols-3 gap-3">
            {performance.clicks !== null && <Figure name={t("clicks")} value={format.number(performance.clicks)} />}
            <Figure name={t("orders")} value={format.number(performance.orders)} />
            <Figure
              name={t("commissions")}
              value={performance.commissions.map(({ amount, currency }) => money(amount, currency)).join(" · ") || "—"}
            />
          </dl>
        </Panel>
      </div>
      {rules.some(({ sentences }) => sentences.length > 0) && (
        <Panel title={t("rules")}>
          <RuleList groups={rules} />
        </Panel>
      )}
      {commissions.length > 0 && (
        <Panel title={t("latest")} flush actions={<TextLink href={`${base}/earnings`}>{t("all")}</TextLink>}>
          <CommissionTable caption={t("latest")} rows={commissions} />
        </Panel>
      )}
    </>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="text-lg font-semibold wrap-anywhere">{value}</dd>
    </div>
  );
}

const parts = ["in_review", "owed", "on_its_way", "paid"] as const;

function Balance({ of: balance, explained }: { of: PartnerBalance; explained: boolean }) {
  const t = useTranslations("partners.home");
  const { money, program } = usePortal();
  return (
    <dl className="grid grid-cols-2 gap-px bg-line not-first:border-t not-first:border-line lg:grid-cols-4">
      {parts.map((part) => (
        <div key={part} className="bg-surface px-4 py-3">
          <dt className="text-sm text-muted">{t(part)}</dt>
          <dd className="text-xl font-semibold tracking-tight wrap-anywhere sm:text-2xl">
            {money(balance[part], balance.currency)}
          </dd>
          {(explained || balance[part] < 0) && (
            <dd className="text-sm text-muted text-pretty">
              {t(balance[part] < 0 ? "minusHint" : `${part}Hint`, { program })}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
