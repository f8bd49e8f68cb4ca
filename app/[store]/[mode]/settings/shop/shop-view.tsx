"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Store } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Moment } from "@/components/moment";
import { refetchInterval, waitingMs } from "@/components/shop-reads";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { IntentLink } from "@/components/ui/intent-link";
import { lazyPart } from "@/components/ui/lazy-part";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import type { KeyScope } from "@/lib/contract/desk/key-words";
import type { ApiKey } from "@/lib/contract/desk/keys";
import { SettingsHeader } from "../settings-header";
import { ContactPanel } from "./contact-panel";
import { ShopCalls } from "./shop-calls";
import { ShopScript, type Tag } from "./shop-script";

export function ShopView({ api, ...script }: { api: string; scripts: string; tag: Tag | null }) {
  const t = useTranslations("shop");
  const { has, can } = useDesk();
  if (!has("checkout", "shop", "contact")) {
    return (
      <>
        <SettingsHeader />
        <Panel>
          <EmptyState icon={<Store />} title={t("elsewhere.title")}>
            {t("elsewhere.body")}
          </EmptyState>
        </Panel>
      </>
    );
  }
  return (
    <>
      <SettingsHeader description={t("description")} />
      {can("checkout", "shop", "contact") && <ContactPanel api={api} />}
      <ShopKeys />
      <ShopScript {...script} />
      <ShopCalls api={api} />
      {can("checkout", "sources", "list") && <Sources address={api.replace(/\/checkout\/.*$/, "/connect")} />}
    </>
  );
}

const Sources = lazyPart(() => import("./sources"));

const CreateKey = lazyPart(() => import("../keys/create-key"));

/** A literal, because the module that lists the scopes would bring the texts of all of them. */
const storefrontScope: KeyScope = "storefront";

const ofShop = (keys: readonly ApiKey[] | undefined) =>
  keys?.filter(
    ({ revoked_at, publishable, uses }) =>
      revoked_at === null && publishable && uses.some(({ scope, granted }) => granted && scope === storefrontScope),
  );

function ShopKeys() {
  const t = useTranslations("shop.keys");
  const { base, can, desk } = useDesk();
  const [making, setMaking] = useState(false);
  const list = useQuery({
    ...desk.keys.list.options(),
    enabled: can("desk", "keys", "list"),
    // Live updates do not report that a key was used.
    refetchInterval: ({ state }) =>
      ofShop(state.data?.data)?.some(({ last_use }) => last_use === null) ? waitingMs : refetchInterval,
  });
  const keys = ofShop(list.data?.data);
  return (
    <Panel
      title={t("title")}
      description={t("about")}
      actions={
        can("desk", "keys", "create") && (
          <Button icon={<Plus aria-hidden />} onClick={() => setMaking(true)}>
            {t("create")}
          </Button>
        )
      }
    >
      {keys && keys.length > 0 && (
        <ul className="grid gap-1.5">
          {keys.map(({ id, name, prefix, last_four, last_use }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-3">
              <IntentLink
                href={`${base}/settings/keys/${encodeURIComponent(id)}`}
                className="font-medium underline-offset-3 hover:underline"
              >
                {name}
              </IntentLink>
              <code className="text-sm">
                {prefix}…{last_four}
              </code>
              <span className="text-sm text-muted">
                {last_use ? t.rich("lastUse", { at: () => <Moment at={last_use.at} precise /> }) : t("neverUsed")}
              </span>
            </li>
          ))}
        </ul>
      )}
      {keys?.length === 0 && <p className="text-sm text-muted">{t("none")}</p>}
      {!can("desk", "keys", "create") && <p className="text-sm text-muted">{t("ownerOnly")}</p>}
      {making && <CreateKey purpose="storefront" onClose={() => setMaking(false)} />}
    </Panel>
  );
}
