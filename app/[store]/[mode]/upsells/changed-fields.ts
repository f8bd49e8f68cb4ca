import type { UpsellDraft } from "@/lib/contract/checkout/upsells";

/** Only what differs is sent, so that two people who change different fields do not undo each other. */
export function changedFields(draft: UpsellDraft, before: UpsellDraft): Partial<UpsellDraft> {
  const names = Object.keys(draft) as (keyof UpsellDraft)[];
  const changed = names.filter((name) => JSON.stringify(draft[name]) !== JSON.stringify(before[name]));
  return Object.fromEntries(changed.map((name) => [name, draft[name]]));
}
