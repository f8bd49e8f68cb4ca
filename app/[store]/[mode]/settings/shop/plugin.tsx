"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { useDesk } from "@/lib/api/desk";
import { Code } from "./code";
import { type PluginShop, pluginSnippets, wooCommerceSettings } from "./snippets";

const CreateSecretKey = lazyPart(() => import("../keys/create-key"));

export function Plugin({ kind, origin }: { kind: PluginShop; origin: string }) {
  const t = useTranslations("shop.plugin");
  const { store } = useDesk();
  const facts = { url: origin, store: store.id, currency: store.currency };
  return (
    <>
      <p>{t("why")}</p>
      <p>{t.rich("where", { folder: `docs/platforms/${kind}`, code: (words) => <code>{words}</code> })}</p>
      <Code title={t(`code.${kind}`)} text={pluginSnippets[kind](facts)} />
    </>
  );
}

export function WooCommercePlugin({ origin, publishableKey }: { origin: string; publishableKey: string }) {
  const t = useTranslations("shop.plugin");
  const { store } = useDesk();
  return (
    <>
      <p>{t("whyWooCommerce")}</p>
      <p>{t.rich("whereWooCommerce", { code: (words) => <code>{words}</code> })}</p>
      <Code title={t("code.woocommerce")} text={wooCommerceSettings(origin, store.id, publishableKey)} />
      <SecretKey />
      <p className="text-sm text-muted">{t("noWebhooks")}</p>
    </>
  );
}

export function SecretKey() {
  const t = useTranslations("shop.server");
  const { can } = useDesk();
  const [making, setMaking] = useState(false);
  if (!can("desk", "keys", "create")) return <p className="text-sm text-muted">{t("ownerOnly")}</p>;
  return (
    <>
      <Button className="justify-self-start" onClick={() => setMaking(true)}>
        {t("createKey")}
      </Button>
      {making && <CreateSecretKey purpose="plugin" onClose={() => setMaking(false)} />}
    </>
  );
}
