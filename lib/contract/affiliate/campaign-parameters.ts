export type Campaign = {
  utm_source?: string | null | undefined;
  utm_medium?: string | null | undefined;
  utm_campaign?: string | null | undefined;
};

const names = ["utm_source", "utm_medium", "utm_campaign"] as const;

/** Keeps the campaign parameters that the destination already has, and every other byte of it. */
export function withCampaign(destination: URL, campaign: Campaign): URL {
  const url = new URL(destination);
  const added = new URLSearchParams();
  for (const name of names) {
    const value = campaign[name];
    if (value && !url.searchParams.has(name)) added.set(name, value);
  }
  url.search = [url.search.slice(1), added.toString()].filter(Boolean).join("&");
  return url;
}
