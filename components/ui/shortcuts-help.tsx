"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Dialog } from "./dialog";
import { Kbd } from "./kbd";
import { useShortcut } from "./use-shortcut";

export type ShortcutGroup = { title: string; items: readonly { keys: readonly string[]; label: string }[] };

/** Opens with `?`, or from outside with `open`. */
export function ShortcutsHelp({
  groups,
  ...outside
}: {
  groups: readonly ShortcutGroup[];
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}) {
  const t = useTranslations("ui");
  const [own, setOwn] = useState(false);
  const open = outside.open ?? own;
  const change = outside.onOpenChange ?? setOwn;
  useShortcut("?", () => change(true));

  return (
    <Dialog open={open} onOpenChange={change} title={t("shortcuts.title")} shape="lg">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: where it is longer than the window, keys must scroll it. */}
      <section tabIndex={0} aria-label={t("shortcuts.title")} className="gap-x-10 -outline-offset-2 sm:columns-2">
        {groups.map((group) => (
          <section key={group.title} className="mb-5 break-inside-avoid">
            <h3 className="mb-1 text-sm font-semibold">{group.title}</h3>
            <dl className="grid text-sm">
              {group.items.map((item) => (
                <div
                  key={item.label}
                  className="flex min-h-8 items-center justify-between gap-4 border-b border-line last:border-b-0"
                >
                  <dt>{item.label}</dt>
                  <dd className="flex items-center gap-1.5">
                    {item.keys.map((keys, at) => (
                      <span key={keys} className="inline-flex items-center gap-1.5">
                        {at > 0 && <span className="text-xs text-muted">{t("or")}</span>}
                        <Kbd keys={keys} />
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
    </Dialog>
  );
}

/** What a `DataTable` and a `FilterBar` answer to. */
export function useTableShortcuts(): ShortcutGroup {
  const t = useTranslations("ui.shortcuts");
  return {
    title: t("lists"),
    items: [
      { keys: ["/"], label: t("search") },
      { keys: ["j", "arrowdown"], label: t("nextRow") },
      { keys: ["k", "arrowup"], label: t("previousRow") },
      { keys: ["enter"], label: t("openRow") },
      { keys: ["x", "space"], label: t("selectRow") },
      { keys: ["shift+x"], label: t("selectRange") },
      { keys: ["escape"], label: t("clearSelection") },
    ],
  };
}
