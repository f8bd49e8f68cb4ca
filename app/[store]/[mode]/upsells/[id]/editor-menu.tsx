"use client";

import { Copy, Ellipsis, Pause, Play, Rocket, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { Suspense, useState } from "react";
import { useListHref } from "@/components/lists/list-address";
import { IconButton } from "@/components/ui/icon-button";
import { lazyPart } from "@/components/ui/lazy-part";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { useDesk } from "@/lib/api/desk";
import type { Upsell } from "@/lib/contract/checkout/upsells";
import { useUpsellChanges } from "../use-upsell-changes";

const PromoteDialog = lazyPart(() => import("../bulk/promote-dialog"));

export function EditorMenu({ offer }: { offer: Upsell }) {
  const t = useTranslations("upsells.actions");
  const router = useRouter();
  const { base, mode } = useDesk();
  const listHref = useListHref(`${base}/upsells`);
  const changes = useUpsellChanges();
  const [promoting, setPromoting] = useState(false);
  const active = offer.status === "active";
  return (
    <>
      <Menu
        label={t("more")}
        align="end"
        trigger={(props) => <IconButton {...props} label={t("more")} icon={<Ellipsis aria-hidden />} />}
      >
        <MenuItem
          icon={active ? <Pause aria-hidden /> : <Play aria-hidden />}
          onSelect={() => changes.setStatus([offer], active ? "inactive" : "active")}
        >
          {t(active ? "disable" : "enable")}
        </MenuItem>
        <MenuItem icon={<Copy aria-hidden />} onSelect={() => changes.duplicate([offer])}>
          {t("duplicate")}
        </MenuItem>
        {mode === "sandbox" && (
          <MenuItem icon={<Rocket aria-hidden />} onSelect={() => setPromoting(true)}>
            {t("promote")}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem
          icon={<Trash2 aria-hidden />}
          tone="danger"
          onSelect={() => {
            changes.remove([offer]);
            router.push(listHref);
          }}
        >
          {t("delete")}
        </MenuItem>
      </Menu>
      {promoting && (
        <Suspense>
          <PromoteDialog offer={offer} onClose={() => setPromoting(false)} />
        </Suspense>
      )}
    </>
  );
}
