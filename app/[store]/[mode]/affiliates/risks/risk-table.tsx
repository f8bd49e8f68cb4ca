"use client";

import { CalendarClock, HandCoins, ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { useAffiliateStatuses } from "@/components/affiliates/program-words";
import { Help } from "@/components/help/help";
import { useListHref } from "@/components/lists/list-address";
import { useListAddress } from "@/components/lists/use-list-address";
import { useResourceList } from "@/components/lists/use-resource-list";
import { Look } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { lazyPart } from "@/components/ui/lazy-part";
import { MenuItem } from "@/components/ui/menu";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { columnsFor } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import { affiliateName } from "@/lib/contract/affiliate/affiliate-words";
import { riskSigns } from "@/lib/contract/affiliate/risk-words";
import type { Risk } from "@/lib/contract/affiliate/risks";
import { stepIcons } from "../affiliate-actions";
import { stepsFrom, useAffiliateChanges } from "../use-affiliate-changes";
import { riskFilters, toQuery } from "./filters";
import { useSigns } from "./use-signs";

const HoldDialog = lazyPart(() => import("./hold-dialog"));
const column = columnsFor<Risk>();

const idOf = ({ affiliate_id: id }: Risk) => id;
const nameOf = (risk: Risk) => affiliateName(risk) ?? risk.affiliate_id;

export function RiskTable() {
  const t = useTranslations("risks");
  const affiliates = useTranslations("affiliates");
  const { base, has } = useDesk();
  const listHref = useListHref(`${base}/affiliates`);
  return (
    <>
      <PageHeader
        list
        title={t("title")}
        meta={<Help of="risks" label={t("title")} />}
        description={t("description")}
        crumbs={[{ href: listHref, label: affiliates("title") }]}
      />
      {has("affiliate", "risks", "list") ? (
        <Risks />
      ) : (
        <Panel>
          <EmptyState icon={<ShieldCheck />} title={t("elsewhere.title")}>
            {t("elsewhere.body")}
          </EmptyState>
        </Panel>
      )}
    </>
  );
}

function Risks() {
  const t = useTranslations("risks");
  const { affiliate, base, can } = useDesk();
  const address = useListAddress(riskFilters, ["sign", "days"]);
  const query = toQuery(address.filters);
  const read = affiliate.risks.list.options({ query });
  const { selects, selected, clearSelection, table } = useResourceList({
    api: "affiliate" as const,
    address,
    query,
    rowId: idOf,
    read,
  });
  const [holding, setHolding] = useState(false);
  const mayHold = can("affiliate", "commissions", "hold");
  const hold = (
    <Button size="sm" icon={<CalendarClock aria-hidden />} onClick={() => setHolding(true)}>
      {t("hold.action")}
    </Button>
  );
  return (
    <>
      <DataTable<Risk>
        {...table}
        {...(mayHold && selects(hold))}
        caption={t("title")}
        columns={useRiskColumns(query.days)}
        rowName={nameOf}
        rowHref={({ affiliate_id: id }) => `${base}/affiliates/${encodeURIComponent(id)}`}
        rowActions={(risk) => <RiskActions risk={risk} />}
        toolbar={
          <FilterBar
            filters={[
              address.choice("sign", t("columns.signs"), riskSigns, (sign) => t(`signs.${sign}`)),
              address.choice("days", t("period"), ["90"], () => t("days90")),
            ]}
          />
        }
        empty={{ icon: <ShieldCheck />, title: t("empty.title"), children: t("empty.body") }}
      />
      {holding && <HoldDialog risks={selected} onClose={() => setHolding(false)} onStarted={clearSelection} />}
    </>
  );
}

function RiskActions({ risk }: { risk: Risk }) {
  const t = useTranslations("risks");
  const actions = useTranslations("affiliates.actions");
  const { base, can } = useDesk();
  const changes = useAffiliateChanges();
  const { affiliate_id: id, status } = risk;
  return (
    <>
      <MenuItem icon={<HandCoins aria-hidden />} href={`${base}/commissions?affiliate=${encodeURIComponent(id)}`}>
        {t("review")}
      </MenuItem>
      {can("affiliate", "affiliates", "update") && stepsFrom(status).includes("suspend") && (
        <MenuItem icon={stepIcons.suspend} onSelect={() => changes.take("suspend", [{ ...risk, id }])}>
          {actions("suspend")}
        </MenuItem>
      )}
    </>
  );
}

function useRiskColumns(days: string) {
  const t = useTranslations("risks");
  const { format, money } = useDesk();
  const statusOf = useAffiliateStatuses();
  const show = useSigns(days);
  return useMemo(
    () =>
      column.columns([
        column.cell("name", t("columns.name"), nameOf, { primary: true }),
        column.field("status", t("columns.status"), (status) => <Look {...statusOf(status)} />, { notOnPhone: true }),
        column.cell("signs", t("columns.signs"), (risk) => show(risk, nameOf(risk)), { wrap: true }),
        column.cell(
          "pending",
          t("columns.pending"),
          ({ pending, pending_count: count, held_count: onHold, held_until: until }) =>
            pending.length + onHold === 0 ? null : (
              <span className="inline-grid">
                {pending.map(({ currency, amount }) => (
                  <span key={currency}>{money(amount, currency)}</span>
                ))}
                {until && (
                  <span className="text-sm text-muted">{t("onHold", { onHold, count, date: format.date(until) })}</span>
                )}
              </span>
            ),
          { align: "end", wrap: true },
        ),
      ]),
    [t, format, money, statusOf, show],
  );
}
