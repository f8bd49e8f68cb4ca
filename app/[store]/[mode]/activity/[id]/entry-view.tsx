"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { Moment } from "@/components/moment";
import { RecordWaiting } from "@/components/query-error";
import { Badge, Look } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { buttonClass } from "@/components/ui/button-class";
import { DescriptionList } from "@/components/ui/description-list";
import { IntentLink } from "@/components/ui/intent-link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { RowsTable } from "@/components/ui/rows-table";
import { useSaid } from "@/components/use-said";
import { useDesk } from "@/lib/api/desk";
import type { AuditDeed } from "@/lib/contract/desk/audit";
import { isRecord } from "@/lib/contract/errors";
import { pageOf, useActivityWords } from "../words";

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
          {entry.note && said(entry.note, entry.note_key)}
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

/** If the API returned no record, the sent values are shown as the result. */
function ChangesTable({ entry: { before, after, sent, outcome } }: { entry: AuditDeed }) {
  const t = useTranslations("activity.changes");
  if (outcome === "refused") return null;
  const changes = changesOf(before, after);
  const nothingAfter = after == null;
  const nothingBefore = before == null;
  if (nothingAfter && nothingBefore) return null;
  if (nothingAfter && sent != null) return null;
  return (
    <Panel
      flush
      title={t("title")}
      description={
        changes.length === 0
          ? t("none")
          : nothingAfter
            ? t("deleted")
            : nothingBefore
              ? t("created")
              : t("count", { count: changes.length })
      }
    >
      {changes.length > 0 && (
        <RowsTable
          cards
          caption={t("title")}
          rows={changes}
          rowKey={({ field }) => field}
          columns={[
            { id: "field", label: t("field"), cell: ({ field }) => <code>{field || "—"}</code> },
            ...(nothingBefore ? [] : [{ id: "before", label: t("before"), cell: oldValue }]),
            ...(nothingAfter ? [] : [{ id: "after", label: t("after"), cell: newValue }]),
          ]}
        />
      )}
    </Panel>
  );
}

const oldValue = ({ before }: FieldChange) => <Value of={before} className="sm:bg-danger-soft/50" />;
const newValue = ({ after }: FieldChange) => <Value of={after} className="sm:bg-success-soft/50" />;

const removed = "[removed]";

function Value({ of, className }: { of: unknown; className: string }) {
  const t = useTranslations("activity.changes");
  if (of === undefined) return <span className="text-muted">{t("absent")}</span>;
  if (of === removed) return <Badge>{t("removed")}</Badge>;
  return (
    <span className={`rounded-sm whitespace-pre-wrap wrap-anywhere sm:px-1 ${className}`}>
      {typeof of === "string" ? of : JSON.stringify(of)}
    </span>
  );
}

type FieldChange = { field: string; before: unknown; after: unknown };

/** Unwraps a response's record, which some APIs return directly and others in `data`. */
function recordOf(image: unknown): unknown {
  return isRecord(image) && isRecord(image.data) && Object.keys(image).length === 1 ? image.data : image;
}

/** Lists every leaf that differs, by its path. A missing leaf is undefined, because null is a value. */
export function changesOf(before: unknown, after: unknown): FieldChange[] {
  const [was, is] = [leavesOf(recordOf(before)), leavesOf(recordOf(after))];
  const fields = [...new Set([...was.keys(), ...is.keys()])];
  return fields
    .filter((field) => JSON.stringify(was.get(field)) !== JSON.stringify(is.get(field)))
    .map((field) => ({ field, before: was.get(field), after: is.get(field) }));
}

/** A list of plain values is one leaf, because changes inside it are easiest to see as a whole. */
function leavesOf(value: unknown, path = "", into = new Map<string, unknown>()): Map<string, unknown> {
  if (value === undefined || (value === null && path === "")) return into;
  if (isRecord(value) && Object.keys(value).length > 0) {
    for (const [name, inner] of Object.entries(value)) leavesOf(inner, path === "" ? name : `${path}.${name}`, into);
    return into;
  }
  if (Array.isArray(value) && value.some((each) => isRecord(each))) {
    for (const [n, inner] of value.entries()) leavesOf(inner, `${path}[${n}]`, into);
    return into;
  }
  into.set(path, value);
  return into;
}
