"use client";

import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Panel } from "@/components/ui/panel";
import { onSingleKeys, setSingleKeys, singleKeysAreOn } from "@/components/ui/single-keys";

/** The setting belongs to the browser, not the person: shortcuts conflict with software on one device. */
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
