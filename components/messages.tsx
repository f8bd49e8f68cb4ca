import { useLocale, useMessages } from "next-intl";
import type { ReactNode } from "react";
import type * as messages from "@/lib/i18n/messages/en";
import { MessagesForBrowser } from "./messages-for-browser";

type Texts = Record<string, Record<string, unknown> | undefined>;
type Namespace = keyof typeof messages;
type Part = { [N in Namespace]: `${N}.${keyof (typeof messages)[N] & string}` }[Namespace];

/** Sends the browser whole namespaces, or parts of them such as `bundles.title`. */
export function Messages({ of, children }: { of: readonly (Namespace | Part)[]; children: ReactNode }) {
  const catalogue: Texts = useMessages();
  return (
    <MessagesForBrowser locale={useLocale()} texts={jsonOf(catalogue, of)}>
      {children}
    </MessagesForBrowser>
  );
}

/** Pages of a language share their texts. */
const written = new WeakMap<Texts, Map<string, string>>();

function jsonOf(catalogue: Texts, of: readonly string[]): string {
  const known = written.get(catalogue) ?? new Map<string, string>();
  written.set(catalogue, known);
  const name = of.join(" ");
  const json = known.get(name) ?? JSON.stringify(pick(catalogue, of));
  known.set(name, json);
  return json;
}

function pick(catalogue: Texts, of: readonly string[]): Texts {
  const texts: Texts = {};
  for (const [name = "", part] of of.map((path) => path.split("."))) {
    texts[name] = part === undefined ? catalogue[name] : { ...texts[name], [part]: catalogue[name]?.[part] };
  }
  return texts;
}
