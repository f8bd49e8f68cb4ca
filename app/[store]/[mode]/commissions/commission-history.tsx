"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Moment } from "@/components/moment";
import { useSaid } from "@/components/use-said";
import { useDesk } from "@/lib/api/desk";
import type { Commission } from "@/lib/contract/affiliate/commissions";
import type { AuditEntry } from "@/lib/contract/desk/audit";
import { useCommissionWords } from "./words";

type Entry = { at: string; title: string; details: string[] };

/** Combines the API's history with the people who acted in Cartwright. */
export function CommissionHistory({ commission, resting }: { commission: Commission; resting: boolean }) {
  const t = useTranslations("commissions.history");
  const { desk, can } = useDesk();
  const words = useCommissionWords();
  const said = useSaid();
  const audit = useQuery({
    ...desk.audit.list.options({ query: { record: commission.id, operation: "commissions", per_page: 25 } }),
    enabled: resting && can("desk", "audit", "list"),
  });
  const actions = (audit.data?.data ?? []).toReversed();
  const reviewer = actions.findLast(({ outcome }) => outcome === "ok");
  const { created_at: created, reviewed_at: reviewed, status, rejection_reason: reason, note } = commission;
  const entries: Entry[] = [
    ...(created ? [{ at: created, title: t("created"), details: [] }] : []),
    ...actions.filter(({ outcome }) => outcome !== "ok").map(toTried),
  ];
  if (status === "approved" || status === "rejected") {
    const title =
      status === "approved"
        ? t("approved")
        : reason
          ? t("rejected", { reason: words.reason(reason) })
          : t("rejectedPlain");
    const who = reviewer?.actor.name ?? commission.reviewed_by;
    entries.push({
      at: reviewed ?? reviewer?.at ?? "",
      title,
      details: [...(who ? [t("by", { who })] : []), ...(note ? [said(note)] : [])],
    });
  }

  function toTried({ at, actor, operation, outcome, note: why, code }: AuditEntry): Entry {
    const verb = operation.endsWith("reject") ? "reject" : "approve";
    const title = outcome === "unknown" ? t("unknown") : t(`tried.${verb}`, { reason: why ? said(why) : (code ?? "") });
    return { at, title, details: [t("by", { who: actor.name })] };
  }

  return (
    <ol className="grid gap-2 text-sm">
      {entries.map(({ at, title, details }) => (
        <li key={`${at} ${title}`} className="grid gap-0.5">
          <span className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="min-w-0 wrap-anywhere">{title}</span>
            {at && <Moment at={at} precise className="text-xs text-muted" />}
          </span>
          {details.map((detail) => (
            <span key={detail} className="text-xs text-muted wrap-anywhere">
              {detail}
            </span>
          ))}
        </li>
      ))}
    </ol>
  );
}
