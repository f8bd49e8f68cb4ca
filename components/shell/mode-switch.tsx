"use client";

import { ChevronsUpDown, FlaskConical, Radio } from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useGo } from "@/components/forms/leave-guard";
import { Button } from "@/components/ui/button";
import { Menu, MenuChoice, MenuGroup } from "@/components/ui/menu";
import { Segmented } from "@/components/ui/radio-group";
import { useDesk } from "@/lib/api/desk";

/** The section is kept in the address and the record dropped, because the record does not exist in the other mode. */
export function ModeSwitch({ stores }: { stores: { id: string; name: string }[] }) {
  const t = useTranslations("shell");
  const { store, mode } = useDesk();
  const leaveFor = useGo();
  const section = usePathname().split("/")[3];
  const go = (storeId: string, nextMode: string) => leaveFor(`/${storeId}/${nextMode}${section ? `/${section}` : ""}`);

  return (
    <>
      {stores.length > 1 ? (
        <Menu
          label={t("switchStore")}
          trigger={(props) => (
            <Button
              {...props}
              variant="ghost"
              className="min-w-0 max-sm:shrink max-sm:px-1"
              aria-label={`${t("switchStore")}: ${store.name}`}
            >
              <span className="max-w-40 truncate font-medium max-sm:text-sm">{store.name}</span>
              <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted max-[26rem]:hidden" />
            </Button>
          )}
        >
          <MenuGroup label={t("store")}>
            {stores.map(({ id, name }) => (
              <MenuChoice key={id} radio checked={id === store.id} onCheckedChange={() => go(id, mode)}>
                {name}
              </MenuChoice>
            ))}
          </MenuGroup>
        </Menu>
      ) : (
        <span className="min-w-0 truncate px-1 font-medium max-sm:text-sm">{store.name}</span>
      )}
      <Segmented
        label={t("mode")}
        size="sm"
        iconOnly="phone"
        value={mode}
        onValueChange={(next) => go(store.id, next)}
        options={[
          { value: "live", label: t("live"), icon: <Radio aria-hidden /> },
          { value: "sandbox", label: t("sandbox"), icon: <FlaskConical aria-hidden /> },
        ]}
      />
    </>
  );
}
