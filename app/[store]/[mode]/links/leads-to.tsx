"use client";

import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { withCampaign } from "@/lib/contract/affiliate/landing";
import type { LinkForm } from "./to-draft";

type Props = {
  values: LinkForm;
  /** The beginning of the embedded service's link addresses, or null if the API makes the addresses. */
  front: string | null;
  url?: string | undefined;
};

export function LeadsTo({ values, front, url }: Props) {
  const t = useTranslations("links.address");
  const { extensions } = useDesk();
  const code = values.code.trim();
  const address = url ?? (front !== null && code !== "" ? front + code : null);
  const landing = landingOf(values);
  return (
    <Panel title={t("title")}>
      <dl className="grid gap-3 text-sm">
        <div className="grid gap-0.5">
          <dt className="text-muted">{t("url")}</dt>
          <dd data-testid="link-url" className="flex items-start justify-between gap-2 wrap-anywhere">
            {address ? (
              <>
                <span className="min-w-0 font-medium">{address}</span>
                {url !== undefined && <CopyButton text={url} label={t("url")} />}
              </>
            ) : (
              <span className="text-muted">{front === null ? t("byApi") : t("madeUp", { front })}</span>
            )}
          </dd>
        </div>
        <div className="grid gap-0.5">
          <dt className="text-muted">{t(extensions.affiliate ? "leadsTo" : "withCampaign")}</dt>
          <dd data-testid="leads-to" className="wrap-anywhere">
            {landing?.href ?? <span className="text-muted">{t("noDestination")}</span>}
          </dd>
        </div>
      </dl>
      {landing && landing.kept.length > 0 && (
        <p className="mt-3 text-sm text-warning">{t("kept", { fields: landing.kept.join(", ") })}</p>
      )}
      <p className="mt-3 text-sm text-pretty text-muted">{t(extensions.affiliate ? "clickId" : "notSaid")}</p>
    </Panel>
  );
}

/** Campaign parameters that the destination already has are kept. */
function landingOf({ destination_url, ...values }: LinkForm): { href: string; kept: string[] } | null {
  const typed = destination_url.trim();
  if (!/^https?:\/\/[^/]/i.test(typed) || !URL.canParse(typed)) return null;
  const url = new URL(typed);
  const campaign = { utm_source: values.utm_source.trim(), utm_medium: values.utm_medium.trim() };
  const all = { ...campaign, utm_campaign: values.utm_campaign.trim() };
  const kept = Object.entries(all).filter(([name, value]) => value && (url.searchParams.get(name) ?? value) !== value);
  return { href: withCampaign(url, all).href, kept: kept.map(([name]) => name) };
}
