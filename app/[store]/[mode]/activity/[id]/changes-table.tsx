"use client";

import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { Panel } from "@/components/ui/panel";
import { RowsTable } from "@/components/ui/rows-table";
import type { AuditDeed } from "@/lib/contract/desk/audit";
import { changesOf, type FieldChange } from "../changes";

/** If the API returned no record, the sent values are shown as the result. */
export function ChangesTable({ entry: { before, after, sent, outcome } }: { entry: AuditDeed }) {
  const t = useTranslations("activity.changes");
  if (outcome === "refused") return null;
  const changes = changesOf(before, after);
  const nothingAfter = after == null;
  const nothingBefore = before == null;
  if (nothingAfter && nothingBefore) return null;
  // Values were sent but the result is unknown, so there is nothing to compare.
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

/** The activity log stores this text in place of a secret. */
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
