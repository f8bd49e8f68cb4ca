import { useTranslations } from "next-intl";
import type messages from "@/lib/i18n/messages/en";

export type Resource = keyof (typeof messages)["keys"]["resources"];

/** Managing webhooks counts as writing and includes reading them. */
export function partsOf(scope: string): { resource: Resource; action: "read" | "write" } {
  const [first = "", second = ""] = scope.split(":");
  if (second === "manage") return { resource: first as Resource, action: "write" };
  return { resource: second as Resource, action: first === "read" ? "read" : "write" };
}

export function useResourceName(): (resource: string) => string {
  const t = useTranslations("keys.resources");
  return (resource) => (t.has(resource as Resource) ? t(resource as Resource) : resource);
}
