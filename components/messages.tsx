import { useLocale, useMessages } from "next-intl";
import type { ReactNode } from "react";
import type * as messages from "@/lib/i18n/messages/en";
import { MessagesForBrowser } from "./messages-for-browser";

type Texts = Record<string, Record<string, unknown> | undefined>;
type Namespace = keyof typeof messages;
type Part = { [N in Namespace]: `${N}.${keyof (typeof messages)[N] & string}` }[Namespace];

/** Sends the browser whole namespaces, or parts of them such as `bundles.title`. */
export function Messages({ of, children }: { of: readonly (Namespace | Part)[]; children: ReactNode }) {
  const all: Texts = useMessages();
  const texts: Texts = {};
  for (const [name = "", part] of of.map((path) => path.split("."))) {
    texts[name] = part === undefined ? all[name] : { ...texts[name], [part]: all[name]?.[part] };
  }
  return (
    <MessagesForBrowser locale={useLocale()} texts={texts}>
      {children}
    </MessagesForBrowser>
  );
}
