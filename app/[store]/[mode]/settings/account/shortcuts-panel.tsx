"use client";

import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Panel } from "@/components/ui/panel";
import { onSingleKeys, setSingleKeys, singleKeysAreOn } from "@/components/ui/single-keys";

/** Of the browser and not of the person: what they are in the way of is of the device. */
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
