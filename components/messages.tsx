import { useLocale, useMessages } from "next-intl";
import type { ReactNode } from "react";
import type * as messages from "@/lib/i18n/messages/en";
import { MessagesForBrowser } from "./messages-for-browser";

type Namespace = keyof typeof messages;

export function Messages({ of, children }: { of: readonly Namespace[]; children: ReactNode }) {
  const all = useMessages();
  return (
    <MessagesForBrowser locale={useLocale()} texts={Object.fromEntries(of.map((name) => [name, all[name]]))}>
      {children}
    </MessagesForBrowser>
  );
}
