"use client";

import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { Help } from "@/components/help/help";
import { QueryError } from "@/components/query-error";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { CopyButton } from "@/components/ui/copy-button";
import { IntentLink } from "@/components/ui/intent-link";
import { Panel } from "@/components/ui/panel";
import { useSaid } from "@/components/use-said";
import { useDesk } from "@/lib/api/desk";

/** The check runs on request, because it reads every entry and a long history takes a while. */
export function ChainPanel() {
  const t = useTranslations("activity.verify");
  const { base, desk, format } = useDesk();
  const said = useSaid();
  const chain = useQuery({ ...desk.audit.verify.options(), enabled: false, staleTime: "static" });
  const verdict = chain.data;
  return (
    <Panel
      title={t("title")}
      aside={<Help of="chain" label={t("title")} />}
      description={t("about")}
      className="[&>div]:pb-0"
      actions={
        <Button
          variant="secondary"
          icon={<ShieldCheck aria-hidden />}
          pending={chain.isFetching}
          onClick={() => chain.refetch()}
        >
          {t(verdict ? "again" : "action")}
        </Button>
      }
    >
      <div className="grid gap-3 pb-4 empty:hidden" aria-live="polite">
        {chain.error && <QueryError error={chain.error} onRetry={() => chain.refetch()} />}
        {verdict &&
          !chain.error &&
          (verdict.broken ? (
            <Banner
              tone="danger"
              title={t("broken", { row: verdict.broken.seq })}
              action={
                <IntentLink
                  href={`${base}/activity/${verdict.broken.seq}`}
                  className={buttonClass({ variant: "secondary", size: "sm" })}
                >
                  {t("toRow", { row: verdict.broken.seq })}
                </IntentLink>
              }
            >
              {t("brokenBody", { reason: said(verdict.broken.reason) })}
            </Banner>
          ) : (
            <Banner tone="success" title={t("ok", { count: verdict.rows })}>
              {t("at", { time: format.dateTime(new Date(chain.dataUpdatedAt).toISOString()) })}
            </Banner>
          ))}
        {verdict?.head && !verdict.broken && (
          <div className="grid gap-1 text-sm">
            <p className="text-muted">{t("head")}</p>
            <p className="flex items-center gap-1">
              <code className="min-w-0 break-all">{verdict.head}</code>
              <CopyButton text={verdict.head} label={t("headLabel")} size="sm" />
            </p>
          </div>
        )}
      </div>
    </Panel>
  );
}
