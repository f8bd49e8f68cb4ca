"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { RecordWaiting } from "@/components/forms/record-waiting";
import { Moment } from "@/components/moment";
import { Look } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { buttonClass } from "@/components/ui/button-class";
import { DescriptionList } from "@/components/ui/description-list";
import { IntentLink } from "@/components/ui/intent-link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { useSaid } from "@/components/use-said";
import { useDesk } from "@/lib/api/desk";
import type { AuditDeed } from "@/lib/contract/desk/audit";
import { pageOf, useActivityWords } from "../words";
import { ChangesTable } from "./changes-table";

export function EntryView({ id }: { id: string }) {
  const t = useTranslations("activity");
  const { base, desk } = useDesk();
  const entry = useQuery(desk.audit.get.options({ params: { id } }));
  const crumbs = [{ href: `${base}/activity`, label: t("title") }];
  if (entry.data) return <Loaded entry={entry.data} crumbs={crumbs} />;
  return <RecordWaiting title={t("one", { id })} crumbs={crumbs} record={entry} />;
}

function Loaded({ entry, crumbs }: { entry: AuditDeed; crumbs: { href: string; label: string }[] }) {
  const t = useTranslations("activity");
  const words = useActivityWords();
  const said = useSaid();
  const { store, mode } = useDesk();
  const page = pageOf(entry, store.id, mode);
  return (
    <>
      <PageHeader
        title={words.operation(entry)}
        crumbs={crumbs}
        meta={<Look {...words.outcome(entry.outcome)} />}
        actions={
          page && (
            <IntentLink href={page} className={buttonClass({ variant: "secondary" })}>
              <ArrowRight aria-hidden className="rtl:rotate-180" /> {t("actions.goTo")}
            </IntentLink>
          )
        }
      />
      {entry.outcome !== "ok" && (
        <Banner tone={entry.outcome === "unknown" ? "warning" : "info"} live={false} title={t(`${entry.outcome}Hint`)}>
          {entry.note && said(entry.note)}
        </Banner>
      )}
      <Facts entry={entry} />
      <ChangesTable entry={entry} />
      {entry.sent != null && (
        <Panel title={t("sent")}>
          <pre className="rounded-md bg-sunken p-3 text-sm whitespace-pre-wrap wrap-anywhere">
            {JSON.stringify(entry.sent, null, 2)}
          </pre>
        </Panel>
      )}
    </>
  );
}

function Facts({ entry }: { entry: AuditDeed }) {
  const t = useTranslations("activity.facts");
  const words = useActivityWords();
  const { base } = useDesk();
  const { actor, role, at, mode, method, path, record, status, code, note, request_id, hash, outcome } = entry;
  const name = words.actor(actor);
  const who =
    actor.kind === "job" ? (
      <IntentLink href={`${base}/jobs/${actor.id}`} className="underline underline-offset-3">
        {name}
      </IntentLink>
    ) : (
      name
    );
  const items = [
    { term: t("who"), detail: who },
    ...(role ? [{ term: t("role"), detail: words.role(role) }] : []),
    { term: t("when"), detail: <Moment at={at} precise /> },
    { term: t("mode"), detail: words.mode(mode) },
    { term: t("operation"), detail: <code>{`${method} ${path}`}</code> },
    ...(record ? [{ term: t("record"), detail: <code>{record}</code> }] : []),
    ...(status === null ? [] : [{ term: t("status"), detail: [status, code].filter(Boolean).join(" · ") }]),
    ...(note && outcome === "ok" ? [{ term: t("reason"), detail: note }] : []),
    ...(request_id ? [{ term: t("request"), detail: <code>{request_id}</code> }] : []),
    { term: t("hash"), detail: <code className="break-all">{hash}</code> },
  ];
  return (
    <Panel>
      <DescriptionList items={items} wide />
    </Panel>
  );
}
