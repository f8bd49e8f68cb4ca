"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useErrorWords } from "@/components/query-error";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { DescriptionList } from "@/components/ui/description-list";
import { IntentLink } from "@/components/ui/intent-link";
import { Meter } from "@/components/ui/meter";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import type { ConnectionSummary } from "@/lib/contract/desk/connections";
import { LiveEvents } from "./live-events";
import { MoneyUnitChoice } from "./money-unit";
import { RenewKey } from "./renew-key";
import { ReplaceKeyButton } from "./replace-key-button";

export function ConnectionPanel({ connection }: { connection: ConnectionSummary }) {
  const t = useTranslations("settings");
  const { base, desk, can, format } = useDesk();
  const words = useErrorWords();
  const of = (left: number, all: number) => t("leftOf", { left: format.number(left), all: format.number(all) });
  const check = useMutation(desk.connections.check.mutation());
  const budget = useQuery(desk.connections.budget.options());
  const left = budget.data?.[connection.api] ?? null;
  const { api, key, sent_as: sentAs } = connection;
  return (
    <Panel
      level={3}
      title={t(api)}
      footer={
        <div className="grid gap-3">
          {check.data && (
            <Banner tone={check.data.ok ? "success" : "danger"} live>
              {check.data.ok ? t("checkOk") : check.data.message}
            </Banner>
          )}
          {check.error && <Banner tone="danger">{words(check.error).detail ?? words(check.error).title}</Banner>}
          <div className="flex flex-wrap gap-2">
            {can("desk", "connections", "check") && (
              <Button pending={check.isPending} onClick={() => check.mutate({ params: { api } })}>
                {t("check")}
              </Button>
            )}
            <IntentLink href={`${base}/settings/keys`} className={buttonClass({ variant: "secondary" })}>
              {t("mayDo")}
            </IntentLink>
            {can("desk", "connections", "replace") ? (
              <>
                {connection.embedded && !key && <RenewKey api={api} />}
                <ReplaceKeyButton connection={connection} />
              </>
            ) : (
              <p className="self-center text-sm text-muted">{t("ownerOnly")}</p>
            )}
          </div>
        </div>
      }
    >
      <DescriptionList
        items={[
          { term: t("address"), detail: connection.embedded ? t("embedded") : <code>{connection.base_url}</code> },
          {
            term: t("key"),
            detail: key ? (
              <code>
                {key.prefix}…{key.last_four}
              </code>
            ) : (
              t("noKey")
            ),
          },
          ...(sentAs && !connection.embedded
            ? [{ term: t("sentAs"), detail: t(`sent.${sentAs.form}`, { api, header: sentAs.header }) }]
            : []),
        ]}
      />
      {api === "checkout" && <LiveEvents />}
      {api === "affiliate" && !connection.embedded && key && <MoneyUnitChoice connection={connection} />}
      {left && (
        <div className="mt-3 grid gap-2">
          <Meter label={t("budget")} value={left.remaining} max={left.limit} text={of(left.remaining, left.limit)} />
          <Meter
            label={t("budgetHour")}
            value={left.hour_remaining}
            max={left.hour_limit}
            text={of(left.hour_remaining, left.hour_limit)}
          />
        </div>
      )}
    </Panel>
  );
}
