"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useErrorWords } from "@/components/query-error";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { DescriptionList } from "@/components/ui/description-list";
import { FirstPaintEnd } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { useSaid } from "@/components/use-said";
import { useDesk } from "@/lib/api/desk";
import type { ConnectionSummary } from "@/lib/contract/desk/connections";
import { EachConnection, ReplaceKeyButton } from "../connections";
import { RenewKey } from "../renew-key";
import { AccessMatrix } from "./access-matrix";
import { KeyEnds } from "./key-columns";

/** Cartwright itself sends one key to each API. */
export function StoredKeys() {
  const t = useTranslations("keys.stored");
  return (
    <section aria-labelledby="stored-keys" className="grid gap-3">
      <div>
        <h2 id="stored-keys" className="font-semibold">
          {t("title")}
        </h2>
        <p className="max-w-3xl text-sm text-muted text-pretty">{t("about")}</p>
      </div>
      <FirstPaintEnd />
      <EachConnection>{(connection) => <StoredKey key={connection.api} connection={connection} />}</EachConnection>
    </section>
  );
}

function StoredKey({ connection }: { connection: ConnectionSummary }) {
  const t = useTranslations("keys");
  const settings = useTranslations("settings");
  const { desk, can } = useDesk();
  const said = useSaid();
  const words = useErrorWords();
  const { api, key, embedded, base_url: address } = connection;
  const probe = useMutation(desk.connections.probe.mutation());
  const mayReplace = can("desk", "connections", "replace");
  const found = probe.data;
  return (
    <Panel
      level={3}
      title={t(`apis.${api}`)}
      footer={
        <div className="grid gap-3">
          {found && (
            <Banner tone={found.verdict === "accepted" ? "success" : "danger"}>
              {found.verdict === "unreachable"
                ? t("stored.unreachable", { reason: said(found.message ?? "", found.message_key) })
                : t(found.verdict === "accepted" ? "stored.probed" : "stored.rejected")}
            </Banner>
          )}
          {probe.error && <Banner tone="danger">{words(probe.error).detail ?? words(probe.error).title}</Banner>}
          {mayReplace ? (
            <div className="flex flex-wrap gap-2">
              {key && (
                <Button pending={probe.isPending} onClick={() => probe.mutate({ params: { api }, body: {} })}>
                  {t("stored.probe")}
                </Button>
              )}
              {embedded && <RenewKey api={api} />}
              <ReplaceKeyButton connection={connection} />
            </div>
          ) : (
            <p className="text-sm text-muted">{settings("ownerOnly")}</p>
          )}
        </div>
      }
    >
      <p className="pb-2 text-sm text-muted text-pretty">
        {embedded
          ? t(key ? "stored.embedded" : "stored.embeddedNone")
          : t.rich("stored.remote", { address: () => <code className="wrap-anywhere text-ink">{address}</code> })}
      </p>
      {key ? (
        <>
          <DescriptionList items={[{ term: t("stored.key"), detail: <KeyEnds of={key} /> }]} />
          <AccessMatrix api={api} />
        </>
      ) : (
        <p className="font-medium">{t("stored.none")}</p>
      )}
    </Panel>
  );
}
