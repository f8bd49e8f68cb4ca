"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { Moment } from "@/components/moment";
import { Badge } from "@/components/ui/badge";
import { columnsFor, type TableColumns } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import { merchantScopes, spareAfterDays } from "@/lib/contract/desk/key-words";
import type { ApiKey } from "@/lib/contract/desk/keys";
import { affiliateScopes, checkoutScopes } from "@/lib/contract/scopes";

const apis = [
  { name: "checkout", scopes: checkoutScopes },
  { name: "affiliate", scopes: affiliateScopes },
] as const;

const column = columnsFor<ApiKey>();

export function useKeyColumns(revoked: boolean): TableColumns<ApiKey> {
  const t = useTranslations("keys");
  const { format } = useDesk();
  const opens = useOpens();
  return useMemo(
    () =>
      column.columns([
        column.accessor("name", { header: t("list.name"), meta: { primary: true } }),
        column.field("prefix", t("list.key"), (_, key) => <KeyEnds of={key} />, { id: "key" }),
        column.accessor(opens, { id: "opens", header: t("list.opens"), meta: { wrap: true } }),
        column.accessor((key) => key.last_use?.at, {
          id: "last_use",
          header: t("list.lastUse"),
          cell: ({ getValue }) => {
            const at = getValue();
            return at ? <Moment at={at} precise /> : <span className="text-muted">{t("never")}</span>;
          },
        }),
        column.field("calls", t("list.calls", { days: spareAfterDays }), format.number, { align: "end" }),
        revoked
          ? column.field("revoked_at", t("facts.revoked"), (at) => <Moment at={at} precise />)
          : column.field("spare", t("list.advice"), (_, key) => <Advice of={key} />, { id: "advice" }),
      ]),
    [t, format, opens, revoked],
  );
}

export function KeyEnds({ of: { prefix, last_four } }: { of: Pick<ApiKey, "prefix" | "last_four"> }) {
  return (
    <code className="whitespace-nowrap">
      {prefix}…{last_four}
    </code>
  );
}

export function useLastCaller(): (key: ApiKey) => string | null {
  const t = useTranslations("keys.facts");
  return ({ last_use: last, serves, publishable }) => {
    if (!last) return null;
    if (publishable) return t("fromShoppers");
    const known = [last.address, last.agent].filter((part) => part !== null);
    if (known.length > 0) return known.join(", ");
    return serves.length > 0 ? t("fromDashboard") : t("fromUnknown");
  };
}

function useOpens(): (key: ApiKey) => string {
  const t = useTranslations("keys.opens");
  return useMemo(
    () =>
      ({ publishable, uses }) => {
        const granted = uses.filter((use) => use.granted).map(({ scope }) => scope);
        const count = granted.length;
        if (publishable) return t("pages");
        if (count === merchantScopes.length) return t("everything");
        const what = t(granted.every((scope) => scope.startsWith("read:")) ? "reading" : "scopes", { count });
        const api = apis.find(({ scopes }) => granted.every((scope) => scope in scopes));
        return api ? t(api.name, { what }) : what;
      },
    [t],
  );
}

function Advice({ of: { serves, spare, uses } }: { of: ApiKey }) {
  const t = useTranslations("keys");
  const refused = uses.reduce((sum, use) => sum + (use.granted ? 0 : use.refused), 0);
  if (serves.length === 0 && spare.length === 0 && refused === 0) {
    return <span className="text-muted">{t("uses.none")}</span>;
  }
  return (
    <span className="inline-flex flex-wrap gap-1">
      {serves.length > 0 && <Badge tone="info">{t("dashboard")}</Badge>}
      {spare.length > 0 && <Badge tone="warning">{t("spare", { count: spare.length })}</Badge>}
      {refused > 0 && <Badge tone="danger">{t("refusedBadge", { count: refused })}</Badge>}
    </span>
  );
}
