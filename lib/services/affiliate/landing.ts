import { withCampaign } from "../../contract/affiliate/landing.ts";
import type { LinkRow } from "./contributions.ts";

/** The name of the URL parameter that carries a click id to the shop, and of the cookie that keeps it. */
export const clickName = "cw_click";

export type Landing = { page: string; before: string; after: string };

/** The text before and after the click id in the destination's address. It contains nothing from the request. */
export function landingOf(link: Pick<LinkRow, "destinationUrl" | "utmSource" | "utmMedium" | "utmCampaign">): Landing {
  const url = new URL(link.destinationUrl);
  if (url.searchParams.has(clickName)) url.searchParams.delete(clickName);
  const page = withCampaign(url, {
    utm_source: link.utmSource,
    utm_medium: link.utmMedium,
    utm_campaign: link.utmCampaign,
  });
  const after = page.hash;
  page.hash = "";
  return { page: page.href, before: `${page.href}${page.search ? "&" : "?"}${clickName}=`, after };
}
