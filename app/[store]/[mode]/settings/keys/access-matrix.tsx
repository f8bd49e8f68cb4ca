"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Waiting } from "@/components/query-error";
import { Status } from "@/components/ui/badge";
import { RowsTable } from "@/components/ui/rows-table";
import { useDesk } from "@/lib/api/desk";
import type { Access, ConnectionSummary } from "@/lib/contract/desk/connections";
export function useResourceName(): (resource: string) => string {
  const t = useTranslations();
  return (resource) => {
    const own = `keys.resources.${resource as "links"}` as const;
    const screen = `${resource as "upsells"}.title` as const;
    return t.has(own) ? t(own) : t.has(screen) ? t(screen) : resource;
  };
}

const resources = {
  checkout: ["upsells", "bundles", "experiments", "analytics", "orders", "settings", "webhooks"],
  affiliate: ["affiliates", "orders", "commissions", "payouts", "links", "analytics"],
} as const;
const readOnly = { checkout: ["analytics", "orders"], affiliate: ["analytics"] };

export function AccessMatrix({ api }: Pick<ConnectionSummary, "api">) {
  const t = useTranslations("keys");
  const { desk, has } = useDesk();
  const access = useQuery(desk.connections.access.options());
  const nameOf = useResourceName();
  if (!access.data) return <Waiting of={access} lines={6} className="pt-3" />;
  const learned = access.data.data.filter((each) => each.api === api);
  const known: readonly string[] = resources[api];
  const more = learned.map(({ resource }) => resource).filter((resource) => !known.includes(resource));
  const find = (resource: string, action: string) =>
    learned.find((each) => each.resource === resource && each.action === action);
  const isFixed = (resource: string) =>
    readOnly[api].includes(resource) || (resource === "experiments" && !has("checkout", "experiments", "create"));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 pt-2">
      <div className="-mx-4">
        <RowsTable
          cards
          caption={t("stored.matrix", { api: t(`apis.${api}`) })}
          columns={[
            { id: "resource", label: t("stored.resource"), cell: nameOf },
            { id: "read", label: t("stored.read"), cell: (resource) => <Cell of={find(resource, "read")} /> },
            {
              id: "write",
              label: t("stored.write"),
              cell: (resource) =>
                isFixed(resource) ? (
                  <span className="text-muted">{t("uses.none")}</span>
                ) : (
                  <Cell of={find(resource, "write")} />
                ),
            },
          ]}
          rows={[...new Set([...known, ...more])]}
          rowKey={(resource) => resource}
        />
      </div>
      <p className="text-sm text-muted">{t("stored.note")}</p>
    </div>
  );
}

function Cell({ of: seen }: { of: Access | undefined }) {
  const t = useTranslations("keys.stored");
  const { format } = useDesk();
  if (!seen) {
    return (
      <Status hollow>
        <span className="text-muted">{t("untried")}</span>
      </Status>
    );
  }
  const time = format.dateTime(seen.at);
  return (
    <span className="grid">
      <Status tone={seen.works ? "success" : "danger"}>{t(seen.works ? "works" : "refused")}</Status>
      <time dateTime={seen.at} className="text-xs text-muted">
        {t(seen.source === "probe" ? "probeAt" : "useAt", { time })}
      </time>
    </span>
  );
}
