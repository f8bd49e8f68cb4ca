"use client";

import { useTranslations } from "next-intl";
import { Fragment } from "react";
import { useBrowserValue } from "./use-browser";
import { useSingleKeys } from "./use-shortcut";

const isSingle = (keys: string) => keys.split(" ").every((chord) => chord.replace("shift+", "").length === 1);
const symbols: Record<string, string> = {
  arrowup: "↑",
  arrowdown: "↓",
  arrowleft: "←",
  arrowright: "→",
  enter: "↵",
  escape: "Esc",
  shift: "⇧",
};

const isApple = () => /mac|iphone|ipad/i.test(navigator.platform);

/** `keys` is "mod+k", or "g u" for a sequence. A key that was turned off is shown only with `always`. */
export function Kbd({ keys, always = false }: { keys: string; always?: boolean }) {
  const t = useTranslations("ui");
  const mac = useBrowserValue(isApple, false);
  const works = useSingleKeys();
  const name = (key: string) => {
    if (key === "mod") return mac ? "⌘" : t("ctrl");
    if (key === "space") return t("space");
    return symbols[key] ?? (/^(.|f\d+)$/.test(key) ? key.toUpperCase() : key);
  };
  if (!works && !always && isSingle(keys)) return null;
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

export function KeyHint({ keys }: { keys: string }) {
  return (
    <span aria-hidden className="ms-0.5 hidden opacity-80 sm:inline pointer-coarse:hidden">
      <Kbd keys={keys} />
    </span>
  );
}
