"use client";

import { useTranslations } from "next-intl";
import { Fragment, useSyncExternalStore } from "react";

const never = () => () => {};
const isMac = () => /mac|iphone|ipad/i.test(navigator.platform);
const symbols: Record<string, string> = {
  arrowup: "↑",
  arrowdown: "↓",
  enter: "↵",
  escape: "Esc",
  space: "Space",
  shift: "⇧",
  alt: "Alt",
};

/** `keys="mod+k"`, `keys="g u"` for one after the other. */
export function Kbd({ keys }: { keys: string }) {
  const t = useTranslations("ui");
  const mac = useSyncExternalStore(never, isMac, () => false);
  const name = (key: string) => {
    if (key === "mod") return mac ? "⌘" : "Ctrl";
    if (key === "alt" && mac) return "⌥";
    return symbols[key] ?? (key.length === 1 ? key.toUpperCase() : key);
  };
  return (
    <span className="inline-flex items-center gap-1 text-xs whitespace-nowrap text-muted">
      {keys.split(" ").map((chord, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a key may come twice.
        <Fragment key={at}>
          {at > 0 && <span>{t("then")}</span>}
          {chord.split(/\+(?=.)/).map((key) => (
            <kbd
              key={key}
              className="inline-grid h-5 min-w-5 place-items-center rounded-sm border border-line bg-paper px-1 font-sans text-xs text-muted"
            >
              {name(key.toLowerCase())}
            </kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
