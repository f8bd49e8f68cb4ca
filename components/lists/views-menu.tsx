"use client";

import { Bookmark } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { Menu, MenuItem } from "@/components/ui/menu";

// These parts load when the menu first opens, because views are used far less often than lists.
const ViewItems = lazyPart(() => import("./views").then((file) => ({ default: file.ViewItems })));
const SaveView = lazyPart(() => import("./views").then((file) => ({ default: file.SaveView })));
const ManageViews = lazyPart(() => import("./views").then((file) => ({ default: file.ManageViews })));

export function ViewsMenu({ screen }: { screen: string }) {
  const t = useTranslations("shell.views");
  const [dialog, setDialog] = useState<"save" | "manage" | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <Menu
        label={t("title")}
        trigger={(props) => (
          <Button {...props} size="sm" variant="ghost" icon={<Bookmark />}>
            <span className="max-sm:sr-only">{t("title")}</span>
          </Button>
        )}
      >
        <MenuItem onSelect={() => setDialog("save")}>{t("save")}</MenuItem>
        <ViewItems screen={screen} onManage={() => setDialog("manage")} />
      </Menu>
      {dialog === "save" && <SaveView screen={screen} onClose={close} />}
      {dialog === "manage" && <ManageViews screen={screen} onClose={close} />}
    </>
  );
}
