import type { StatusLook } from "@/components/ui/badge";
import { humanize } from "@/lib/word-format";

export type Looks<Status extends string> = Record<Status, Omit<StatusLook, "label">>;

export function lookOf<Status extends string>(
  looks: Looks<Status>,
  status: string,
  labelOf: (status: Status) => string,
): StatusLook {
  const isKnown = (word: string): word is Status => Object.hasOwn(looks, word);
  if (isKnown(status)) return { label: labelOf(status), ...looks[status] };
  return { label: humanize(status), tone: "neutral" };
}

/** The statuses to filter by: the known ones, and those that only this API has. */
export const statusesAmong = (
  known: readonly string[],
  rows: readonly { status?: string | undefined }[] = [],
  selected = "",
): string[] => [...new Set([...known, ...rows.map(({ status = "" }) => status), selected])].filter(Boolean);
