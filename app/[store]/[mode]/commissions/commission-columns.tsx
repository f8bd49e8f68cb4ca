"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { AffiliateName, type AffiliateNames } from "@/components/affiliates/affiliate-name";
import { Moment } from "@/components/moment";
import { recordColumns } from "@/components/records/record-columns";
import { Badge, Look, Status } from "@/components/ui/badge";
import { columnsFor, type TableColumns } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import { commissionSorts } from "@/lib/contract/affiliate/commission-words";
import type { Commission } from "@/lib/contract/affiliate/commissions";
import { isDecisionOpen, type ReviewDecision } from "./review/decisions";
import { byGravity, isSeverity, severities, useCommissionWords } from "./words";

const column = columnsFor<Commission>();

type Props = {
  names: AffiliateNames;
  /** Null if no status column is shown, so that decisions do not rerender the rows. */
  decisions: ReadonlyMap<string, ReviewDecision> | null;
};

export function useCommissionColumns({ names, decisions }: Props): TableColumns<Commission> {
  const t = useTranslations("commissions");
  const { format, money } = useDesk();
  const words = useCommissionWords();
  return useMemo(() => {
    const { field } = recordColumns<Commission>(commissionSorts);
    const latest = { align: "end", firstOrder: "desc" } as const;
    const status = field("status", t("columns.status"), (value, { id }) => {
      const decision = decisions?.get(id);
      if (decision && isDecisionOpen(decision) && value === "pending") {
        return <Status tone="info">{t(`deciding.${decision.operation}`)}</Status>;
      }
      return <Look {...words.status(value)} />;
    });
    return column.columns([
      column.cell(
        "affiliate_id",
        t("columns.affiliate"),
        ({ affiliate_id: owner, id }) => (owner ? <AffiliateName id={owner} names={names} plain /> : id),
        { primary: true },
      ),
      field("amount", t("columns.amount"), (_, commission) => words.amount(commission), latest),
      column.cell(
        "sale_amount",
        t("columns.sale"),
        ({ sale_amount: sale = null, currency }) => (sale === null ? null : money(sale, currency)),
        { align: "end", room: "small" },
      ),
      field("flags", t("columns.flags"), (flags) => {
        const [first, ...more] = byGravity(flags);
        if (!first) return <span className="text-muted sm:sr-only">{t("noFlags")}</span>;
        return (
          <Badge tone={isSeverity(first.severity) ? severities[first.severity] : "neutral"}>
            {words.flag(first.code)}
            {more.length > 0 && t("moreFlags", { count: more.length })}
          </Badge>
        );
      }),
      ...(decisions ? [status] : []),
      field("created_at", t("columns.created"), (at) => <Moment at={at} />, latest),
      field(
        "eligible_at",
        t("columns.eligible"),
        (at) => {
          if (!at) return undefined;
          const date = format.date(at);
          const waits = Date.parse(at) > Date.now();
          return (
            <time dateTime={at} {...(!waits && { title: date })}>
              {waits ? date : t("eligibleNow")}
            </time>
          );
        },
        { align: "end", notOnPhone: true, room: "medium" },
      ),
    ]);
  }, [t, format, money, words, names, decisions]);
}
