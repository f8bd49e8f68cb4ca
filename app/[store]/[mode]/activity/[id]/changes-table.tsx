// biome-ignore-all lint/a11y/noRedundantRoles: the cards of a phone change `display`, which takes the meaning away.
"use client";

import { useTranslations } from "next-intl";
import { Scroller } from "@/components/scroller";
import { Badge } from "@/components/ui/badge";
import { Panel } from "@/components/ui/panel";
import type { AuditDeed } from "@/lib/contract/desk/audit";
import { changesOf } from "../changes";

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
        <Scroller label={t("title")}>
          <table role="table" className="cards w-full border-separate border-spacing-0 text-sm">
            <caption className="sr-only">{t("title")}</caption>
            <thead role="rowgroup">
              <tr role="row" className="text-start text-muted">
                {[t("field"), ...(nothingBefore ? [] : [t("before")]), ...(nothingAfter ? [] : [t("after")])].map(
                  (name) => (
                    <th
                      key={name}
                      role="columnheader"
                      scope="col"
                      className="border-b border-line px-4 py-2 text-start font-medium"
                    >
                      {name}
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody role="rowgroup">
              {changes.map((change) => (
                <tr key={change.field} role="row" className="align-top [&:last-child>*]:border-b-0">
                  <th role="rowheader" scope="row" className="border-b border-line px-4 py-2 text-start font-normal">
                    <code>{change.field || "—"}</code>
                  </th>
                  {!nothingBefore && <Value label={t("before")} of={change.before} className="sm:bg-danger-soft/50" />}
                  {!nothingAfter && <Value label={t("after")} of={change.after} className="sm:bg-success-soft/50" />}
                </tr>
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
    </Panel>
  );
}

/** The activity log stores this text in place of a secret. */
const removed = "[removed]";

function Value({ label, of, className }: { label: string; of: unknown; className: string }) {
  const t = useTranslations("activity.changes");
  return (
    <td role="cell" data-label={label} className={`border-b border-line px-4 py-2 ${className}`}>
      {of === undefined ? (
        <span className="text-muted">{t("absent")}</span>
      ) : of === removed ? (
        <Badge>{t("removed")}</Badge>
      ) : (
        <span className="whitespace-pre-wrap wrap-anywhere">{typeof of === "string" ? of : JSON.stringify(of)}</span>
      )}
    </td>
  );
}
