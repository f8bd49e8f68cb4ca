"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { CodeLine } from "@/components/code-block";
import { RecordWaiting } from "@/components/query-error";
import { RecordHeader } from "@/components/records/record-header";
import { Status } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { DescriptionList } from "@/components/ui/description-list";
import { lazyPart } from "@/components/ui/lazy-part";
import type { PageHeaderProps } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { RowsTable } from "@/components/ui/rows-table";
import { useDesk } from "@/lib/api/desk";
import { type KeyScope, spareAfterDays } from "@/lib/contract/desk/key-words";
import type { ApiKey, KeyScopeUse } from "@/lib/contract/desk/keys";
import { KeyEnds, useLastCaller } from "../key-columns";

const RevokeKey = lazyPart(() => import("../revoke-key"));
const CreateKey = lazyPart(() => import("../create-key"));

export function KeyView({ id }: { id: string }) {
  const t = useTranslations("keys");
  const { base, desk, can } = useDesk();
  const crumbs = [{ href: `${base}/settings/keys`, label: t("title") }];
  const mayRead = can("desk", "keys", "get");
  const key = useQuery({ ...desk.keys.get.options({ params: { id } }), enabled: mayRead });
  if (key.data) return <Loaded of={key.data} crumbs={crumbs} />;
  return <RecordWaiting title={t("one")} crumbs={crumbs} record={key} forbidden={!mayRead && t("forbiddenBody")} />;
}

type LoadedProps = { of: ApiKey; crumbs: PageHeaderProps["crumbs"] };

function Loaded({ of: key, crumbs }: LoadedProps) {
  const t = useTranslations("keys");
  const { can } = useDesk();
  const [revoking, setRevoking] = useState(false);
  const [narrowing, setNarrowing] = useState(false);
  const active = key.revoked_at === null;
  const own = key.serves.length > 0;
  const mayMake = can("desk", "keys", "create");
  return (
    <>
      <RecordHeader
        title={key.name}
        crumbs={crumbs}
        status={{ label: t(active ? "active" : "revokedState"), tone: active ? "success" : "neutral", hollow: !active }}
        actions={
          active &&
          can("desk", "keys", "revoke") && (
            <Button variant={own ? "secondary" : "danger"} onClick={() => setRevoking(true)}>
              {t(own ? "actions.renew" : "actions.revoke")}
            </Button>
          )
        }
      />
      {own && (
        <Banner live={false} title={t("advice.dashboardTitle")}>
          {t("advice.dashboardBody")}
        </Banner>
      )}
      <Advice of={key} onNarrow={mayMake ? () => setNarrowing(true) : undefined} />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <KeyUses of={key} />
        <Facts of={key} />
      </div>
      {revoking && <RevokeKey apiKey={key} onClose={() => setRevoking(false)} />}
      {narrowing && <CreateKey initial={{ name: key.name, scopes: usedOf(key) }} onClose={() => setNarrowing(false)} />}
    </>
  );
}

const usedOf = ({ uses, spare }: ApiKey) =>
  uses.filter(({ granted, scope }) => granted && !spare.includes(scope)).map(({ scope }) => scope as KeyScope);

function Advice({ of: key, onNarrow }: { of: ApiKey; onNarrow: (() => void) | undefined }) {
  const t = useTranslations("keys");
  const count = key.spare.length;
  if (count === 0) return null;
  const days = spareAfterDays;
  if (usedOf(key).length === 0) {
    return (
      <Banner tone="warning" live={false} title={t("advice.idleTitle", { days })}>
        {t("advice.idleBody")}
      </Banner>
    );
  }
  return (
    <Banner
      tone="warning"
      live={false}
      title={t("advice.title", { count })}
      action={onNarrow && <Button onClick={onNarrow}>{t("actions.narrow")}</Button>}
    >
      {t("advice.body", { days, scopes: key.spare.join(", ") })}
    </Banner>
  );
}

function Facts({ of: key }: { of: ApiKey }) {
  const t = useTranslations("keys");
  const { format } = useDesk();
  const caller = useLastCaller()(key);
  const { last_use: last, created_by: name, revoked_at: revoked, serves } = key;
  const created = format.dateTime(key.created_at);
  return (
    <Panel title={t("facts.title")}>
      <DescriptionList
        items={[
          { term: t("facts.key"), detail: <WholeKey of={key} /> },
          { term: t("facts.created"), detail: name ? t("facts.createdBy", { time: created, name }) : created },
          { term: t("facts.lastUse"), detail: last ? format.dateTime(last.at) : t("never") },
          ...(key.origins.length > 0 ? [{ term: t("facts.origins"), detail: format.row(key.origins) }] : []),
          ...(caller ? [{ term: t("facts.from"), detail: caller }] : []),
          { term: t("facts.calls", { days: spareAfterDays }), detail: format.number(key.calls) },
          ...(serves.length > 0
            ? [{ term: t("facts.serves"), detail: format.row(serves.map((api) => t(`apis.${api}`))) }]
            : []),
          ...(revoked ? [{ term: t("facts.revoked"), detail: format.dateTime(revoked) }] : []),
        ]}
      />
    </Panel>
  );
}

function WholeKey({ of: key }: { of: ApiKey }) {
  const t = useTranslations("keys");
  if (key.key) return <CodeLine text={key.key} label={t("made.label")} />;
  return (
    <>
      <KeyEnds of={key} />
      {key.publishable && key.revoked_at === null && <p className="text-sm text-muted">{t("facts.notKept")}</p>}
    </>
  );
}

function KeyUses({ of: key }: { of: ApiKey }) {
  const t = useTranslations("keys.uses");
  const { format } = useDesk();
  return (
    <Panel
      flush
      className="overflow-hidden"
      title={t("title")}
      description={t("about", { date: format.date(key.watched_since) })}
    >
      <RowsTable
        cards
        caption={t("title")}
        columns={[
          { id: "scope", label: t("scope"), cell: ({ scope }) => <code>{scope}</code> },
          { id: "state", label: t("state"), cell: (use) => <State of={use} spare={key.spare.includes(use.scope)} /> },
          {
            id: "calls",
            label: t("calls", { days: spareAfterDays }),
            align: "end",
            cell: ({ calls }) => format.number(calls),
          },
          {
            id: "last",
            label: t("last"),
            align: "end",
            cell: ({ last_day: day }) => (day ? format.day(day) : t("none")),
          },
        ]}
        rows={key.uses}
        rowKey={({ scope }) => scope}
      />
    </Panel>
  );
}

function State({ of: { granted, calls, refused }, spare }: { of: KeyScopeUse; spare: boolean }) {
  const t = useTranslations("keys.uses");
  if (!granted) return <Status tone="danger">{t("lacking", { count: refused })}</Status>;
  if (calls > 0) return <Status tone="success">{t("used")}</Status>;
  return (
    <Status tone={spare ? "warning" : "neutral"} hollow>
      {t(spare ? "spare" : "unused")}
    </Status>
  );
}
