"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAttempt } from "@/components/attempt";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";

const ShopAddress = lazyPart(() => import("@/components/shop-address"));

export function AddressPanel() {
  const t = useTranslations("shop.address");
  const words = useTranslations("shopAddress");
  const attempt = useAttempt();
  const { can, checkout } = useDesk();
  const [entering, setEntering] = useState(false);
  const settings = useQuery({ ...checkout.settings.get.options(), enabled: can("checkout", "settings", "get") });
  const update = useMutation(checkout.settings.update.mutation());
  const address = settings.data?.shop?.address;
  if (!can("checkout", "settings", "get")) return null;
  return (
    <Panel
      title={t("title")}
      description={t("about")}
      actions={
        settings.data &&
        can("checkout", "settings", "update") && (
          <Button onClick={() => setEntering(true)}>{t(address ? "change" : "enter")}</Button>
        )
      }
    >
      {address || <span className="text-muted">{settings.data ? t("none") : "—"}</span>}
      {entering && (
        <ShopAddress
          address={address ?? ""}
          submit={words("save")}
          pending={update.isPending}
          onClose={() => setEntering(false)}
          onSave={async (entered) => {
            if (!(await attempt(() => update.mutateAsync({ body: { shop: { address: entered } } })))) return;
            toast.success(t("saved"));
            setEntering(false);
          }}
        />
      )}
    </Panel>
  );
}
