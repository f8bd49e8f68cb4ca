import type { LinkRow } from "./contributions.ts";

/** The name of the parameter that brings a click id to the shop, and of the cookie that keeps it. */
export const clickName = "cw_click";

export type Landing = { page: string; before: string; after: string };

/**
 * The destination with the link's campaign, as text around the click id. Nothing of a request is in it. What the
 * destination says of its campaign itself stays as it is.
 */
export function landingOf(link: Pick<LinkRow, "destinationUrl" | "utmSource" | "utmMedium" | "utmCampaign">): Landing {
  const url = new URL(link.destinationUrl);
  if (url.searchParams.has(clickName)) url.searchParams.delete(clickName);
  const added = new URLSearchParams();
  for (const [name, value] of [
    ["utm_source", link.utmSource],
    ["utm_medium", link.utmMedium],
    ["utm_campaign", link.utmCampaign],
  ] as const) {
    if (value !== null && !url.searchParams.has(name)) added.set(name, value);
  }
  // As text, so that every byte that the merchant wrote stays as it was.
  url.search = [url.search.slice(1), added.toString()].filter(Boolean).join("&");
  const after = url.hash;
  url.hash = "";
  return { page: url.href, before: `${url.href}${url.search ? "&" : "?"}${clickName}=`, after };
}
