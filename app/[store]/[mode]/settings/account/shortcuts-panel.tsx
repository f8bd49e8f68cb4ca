"use client";

import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Panel } from "@/components/ui/panel";
import { onSingleKeys, setSingleKeys, singleKeysAreOn } from "@/components/ui/single-keys";

/** A setting of the browser and not of the person, because the conflict is with software on the device. */
export function ShortcutsPanel() {
  const t = useTranslations("myAccount.shortcuts");
  const on = useSyncExternalStore(onSingleKeys, singleKeysAreOn, () => true);
  return (
    <Panel title={t("title")}>
      <Checkbox
        label={t("label")}
        description={t("body")}
        checked={on}
        onChange={({ target }) => setSingleKeys(target.checked)}
      />
    </Panel>
  );
}
