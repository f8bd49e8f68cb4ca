"use client";

import { useTranslations } from "next-intl";
import { DescriptionList } from "@/components/ui/description-list";
import { Panel } from "@/components/ui/panel";
import { ThemeToggle } from "@/components/ui/theme-toggle";
import { useDesk } from "@/lib/api/desk";
import { ConnectionPanel } from "./connection-panel";
import { EachConnection } from "./connections";
import { SettingsHeader } from "./settings-header";

export function SettingsView() {
  const t = useTranslations("settings");
  const { store } = useDesk();
  return (
    <>
      <SettingsHeader />
      <section aria-labelledby="connections" className="grid gap-3">
        <div>
          <h2 id="connections" className="font-semibold">
            {t("connections")}
          </h2>
          <p className="max-w-prose text-sm text-muted">{t("connectionsHint")}</p>
        </div>
        <EachConnection>
          {(connection) => <ConnectionPanel key={connection.api} connection={connection} />}
        </EachConnection>
      </section>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Panel title={t("storeFacts")}>
          <DescriptionList
            items={[
              { term: t("name"), detail: store.name },
              { term: t("currency"), detail: store.currency },
              { term: t("timeZone"), detail: store.timeZone },
            ]}
          />
        </Panel>
        <Panel title={t("appearance")}>
          <div className="flex items-center justify-between gap-4">
            <span className="text-sm text-muted">{t("theme")}</span>
            <ThemeToggle />
          </div>
        </Panel>
      </div>
    </>
  );
}
