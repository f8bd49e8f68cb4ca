"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAttempt } from "@/components/attempt";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import { isShopAddress } from "@/lib/contract/checkout/setting-names";
import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";
import { withoutScheme } from "@/lib/word-format";
import { useLook } from "./use-look";

const ShopAddress = lazyPart(() => import("@/components/shop-address"));

export function SeeInShop({ upsell }: { upsell: UpsellDraft }) {
  const { can } = useDesk();
  return can("checkout", "shop", "preview") && <Action upsell={upsell} />;
}

function Action({ upsell }: { upsell: UpsellDraft }) {
  const t = useTranslations("upsells.inShop");
  const attempt = useAttempt();
  const { checkout } = useDesk();
  const [asking, setAsking] = useState(false);
  const [{ language }] = useLook();
  const settings = useQuery(checkout.settings.get.options());
  const save = useMutation(checkout.settings.update.mutation());
  const preview = useMutation(checkout.shop.preview.mutation());
  const stored = settings.data?.shop?.address;
  // Another checkout service may have stored what is no address.
  const address = stored && isShopAddress(stored) ? stored : undefined;

  /** The tab opens at once, because browsers block a tab that opens later than the click. */
  async function show(into: string) {
    const tab = window.open("", "_blank");
    if (!tab) return toast.error(t("blocked"));
    const made = await attempt(
      async () => {
        if (into !== address) await save.mutateAsync({ body: { shop: { address: into } } });
        return preview.mutateAsync({ body: { ...upsell, language } });
      },
      (reason) => t("failed", { reason }),
    );
    if (!made) return tab.close();
    const url = new URL(into);
    url.searchParams.set("cw_preview", made.token);
    tab.opener = null;
    tab.location.replace(url);
  }

  return (
    <div className="grid justify-items-start gap-2">
      <Button
        icon={<ExternalLink aria-hidden />}
        disabled={!settings.data}
        pending={preview.isPending || save.isPending}
        onClick={() => {
          if (!upsell.name.trim() || !upsell.product_id.trim()) toast.error(t("incomplete"));
          else if (address) void show(address);
          else setAsking(true);
        }}
      >
        {t("open")}
      </Button>
      <p className="text-sm text-pretty text-muted wrap-anywhere">
        {address ? t("opens", { address: withoutScheme(address) }) : t("asks")}{" "}
        {address && (
          <Button variant="link" className="min-h-6" onClick={() => setAsking(true)}>
            {t("change")}
          </Button>
        )}
      </p>
      {asking && (
        <ShopAddress
          address={address ?? ""}
          submit={t("open")}
          onClose={() => setAsking(false)}
          onSave={(entered) => {
            setAsking(false);
            void show(entered);
          }}
        />
      )}
    </div>
  );
}
