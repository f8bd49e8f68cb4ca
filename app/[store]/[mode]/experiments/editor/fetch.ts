import type { prefetchDesk } from "@/lib/server/desk-page";
import { baselineOf, liveBundles, liveOffers, liveSettings } from "./live-records";

/** Offers and bundles are described in their own words. */
export const editorTexts = ["experimentEditor", "upsells", "bundles", "products", "form"] as const;

type Tools = Parameters<Parameters<typeof prefetchDesk>[2]>[0];

/** What the first paint of the editor needs. */
export async function fetchForEditor({ fetch, facts, ...apis }: Tools): Promise<unknown> {
  if (!facts.extensions.checkout) return;
  return Promise.all(
    [liveOffers(apis), liveBundles(apis), liveSettings(apis), baselineOf(apis)].map((read) => fetch(read as never)),
  );
}
