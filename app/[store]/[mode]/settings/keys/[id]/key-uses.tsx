"use client";

import { useTranslations } from "next-intl";
import { Status } from "@/components/ui/badge";
import { Panel } from "@/components/ui/panel";
import { RowsTable } from "@/components/ui/rows-table";
import { useDesk } from "@/lib/api/desk";
import { spareAfterDays } from "@/lib/contract/desk/key-words";
import type { ApiKey, KeyScopeUse } from "@/lib/contract/desk/keys";

/** Scopes whose calls were refused are at the end. */
export function KeyUses({ of: key }: { of: ApiKey }) {
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
          {
            id: "state",
            label: t("state"),
            cell: (use) => <State of={use} spare={key.spare.includes(use.scope)} />,
          },
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
