"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { SendButton, useAttempt } from "@/components/attempt";
import { useErrorWords } from "@/components/query-error";
import { Status } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { DescriptionList } from "@/components/ui/description-list";
import { IntentLink } from "@/components/ui/intent-link";
import { lazyPart } from "@/components/ui/lazy-part";
import { Meter } from "@/components/ui/meter";
import { Panel } from "@/components/ui/panel";
import { Segmented } from "@/components/ui/radio-group";
import { ThemeToggle } from "@/components/ui/theme-toggle";
import { toast } from "@/components/ui/toast";
import { useSaid } from "@/components/use-said";
import { useDesk } from "@/lib/api/desk";
import type { ConnectionSummary } from "@/lib/contract/desk/connections";
import type { LiveStatus } from "@/lib/contract/desk/live";
import { type MoneyUnit, showAmount } from "@/lib/money";
import { EachConnection, ReplaceKeyButton } from "./connections";
import { EmptySandbox } from "./empty-sandbox";
import { RenewKey } from "./renew-key";
import { SettingsHeader } from "./settings-header";

const EditStore = lazyPart(() => import("./edit-store"));

export function SettingsView() {
  const t = useTranslations("settings");
  const { can, store } = useDesk();
  const [editing, setEditing] = useState(false);
  return (
    <>
      <SettingsHeader />
      <section aria-labelledby="connections" className="grid gap-3">
        <div>
          <h2 id="connections" className="font-semibold">
            {t("connections")}
          </h2>
          <p className="max-w-prose text-sm text-muted">{t("connectionsHint")}</p>
        </div>
        <EachConnection>
          {(connection) => <ConnectionPanel key={connection.api} connection={connection} />}
        </EachConnection>
      </section>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Panel
          title={t("storeFacts")}
          actions={
            can("desk", "store", "update") && <Button onClick={() => setEditing(true)}>{t("store.edit")}</Button>
          }
        >
          <DescriptionList
            items={[
              { term: t("name"), detail: store.name },
              { term: t("currency"), detail: store.currency },
              { term: t("timeZone"), detail: store.timeZone },
            ]}
          />
        </Panel>
        <Panel title={t("appearance")}>
          <div className="flex items-center justify-between gap-4">
            <span className="text-sm text-muted">{t("theme")}</span>
            <ThemeToggle />
          </div>
        </Panel>
        <EmptySandbox />
      </div>
      {editing && <EditStore onClose={() => setEditing(false)} />}
    </>
  );
}

export function ConnectionPanel({ connection }: { connection: ConnectionSummary }) {
  const t = useTranslations("settings");
  const { base, desk, can, format } = useDesk();
  const said = useSaid();
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
              {check.data.ok ? t("checkOk") : said(check.data.message ?? "", check.data.message_key)}
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

function LiveEvents() {
  const t = useTranslations("settings");
  const { desk } = useDesk();
  const { data, error } = useQuery(desk.live.status.options());
  if (error && !data) return <p className="mt-3 text-sm text-muted">{t("liveUnknown")}</p>;
  return (
    <div className="grid gap-3 border-t border-line">
      <DescriptionList items={[{ term: t("live"), detail: data ? <Facts status={data} /> : "…" }]} />
      {data && <Buttons status={data} />}
    </div>
  );
}

function Facts({ status }: { status: LiveStatus }) {
  const t = useTranslations("settings");
  const { format } = useDesk();
  const { source, last_event: last, bad_signatures: bad, last_bad_at: badAt } = status;
  // An API that accepted an address may still be unable to reach it, so only a received event counts as on.
  const state = source === "none" ? "liveOff" : source === "webhook" && !last ? "liveWaiting" : "liveOn";
  return (
    <div className="grid justify-items-start gap-1">
      <Status tone={state === "liveOn" ? "success" : "neutral"} hollow={state !== "liveOn"}>
        {t(state)}
      </Status>
      <span className="text-muted">{t(`liveSources.${source}`)}</span>
      <span className="text-muted">
        {last ? t("liveLast", { type: last.type, time: format.dateTime(last.at) }) : t("liveNone")}
      </span>
      {bad > 0 && badAt && (
        <span className="text-warning">{t("liveBad", { count: bad, time: format.dateTime(badAt) })}</span>
      )}
    </div>
  );
}

function Buttons({ status: { source, hindrance } }: { status: LiveStatus }) {
  const t = useTranslations("settings");
  const { desk, can } = useDesk();
  if (source === "in_process" || !can("desk", "live", "connect")) return null;
  const connected = source === "webhook";
  if (!connected && hindrance) return <p className="text-sm text-muted">{t(`liveHindrances.${hindrance}`)}</p>;
  return (
    <SendButton
      mutation={connected ? desk.live.disconnect.mutation() : desk.live.connect.mutation()}
      input={{}}
      onDone={() => toast.success(t(connected ? "liveDisconnected" : "liveConnected"))}
      className="justify-self-start"
    >
      {t(connected ? "liveDisconnect" : "liveConnect")}
    </SendButton>
  );
}

/** An API does not tell the unit of its amounts, so a person must. */
function MoneyUnitChoice({ connection }: { connection: ConnectionSummary }) {
  const t = useTranslations("settings");
  const { desk, can, format, store } = useDesk();
  const may = can("desk", "connections", "unit");
  const router = useRouter();
  const attempt = useAttempt();
  const save = useMutation(desk.connections.unit.mutation());
  const label = (unit: MoneyUnit) =>
    t(`moneyUnits.${unit}`, { example: showAmount(format, 1230, store.currency, unit) });
  async function choose(money_unit: MoneyUnit) {
    const input = { params: { api: connection.api }, body: { money_unit } };
    if (!(await attempt(() => save.mutateAsync(input)))) return;
    toast.success(t("moneyUnitStored"));
    // The server passes the unit to all screens, so the page is rendered again.
    router.refresh();
  }
  const options = (["minor", "major"] as const).map((value) => ({
    value,
    label: label(value),
    disabled: save.isPending,
  }));
  return (
    <div className="mt-3 grid gap-1">
      <span className="text-sm text-muted">{t("moneyUnit")}</span>
      {may ? (
        <Segmented
          label={t("moneyUnit")}
          className="max-sm:grid max-sm:w-full"
          options={options}
          value={connection.money_unit}
          onValueChange={choose}
        />
      ) : (
        <span>{label(connection.money_unit)}</span>
      )}
      <p className="max-w-prose text-sm text-muted">
        {t("moneyUnitHint")} {!may && t("moneyUnitOwner")}
      </p>
    </div>
  );
}
