import { createHmac } from "node:crypto";
import { countryHeader, keyFor } from "./environment.ts";

/** Clicks and orders from one address get the same hash, which is useless without the secret. */
export function hashAddress(address: string | null): Buffer | null {
  if (address === null) return null;
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, "");
  return createHmac("sha256", keyFor("click-ip")).update(plain).digest().subarray(0, 16);
}

export function countryOf(headers: Headers): string | null {
  const name = countryHeader();
  const value = name === undefined ? null : headers.get(name);
  // Proxies send XX if they do not know the country.
  return value !== null && /^[A-Za-z]{2}$/.test(value) && value !== "XX" ? value.toUpperCase() : null;
}

/** Removes query and fragment, which may contain private data of other sites. */
export function pageOf(referrer: string | null): string | null {
  if (referrer === null || !URL.canParse(referrer)) return null;
  const { protocol, origin, pathname } = new URL(referrer);
  return protocol === "http:" || protocol === "https:" ? `${origin}${pathname}`.slice(0, 500) : null;
}

export type Agent = { isBot: boolean; device: string; browser: string | null; os: string | null };

const bots =
  /bot\b|bot[/;_-]|crawl|spider|slurp|scan|preview|monitor|uptime|lighthouse|headless|phantom|facebookexternalhit|whatsapp|telegram|embedly|curl|wget|python|java\/|go-http|okhttp|axios|node-fetch|undici|httpclient|libwww|scrapy/i;

// The first match wins, because most browsers also name those that came before them.
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b|\biPad\b|\biPod\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

const known = new Map<string, Agent>();
const longest = 512;
const most = 2_000;

/** Results are cached, because most visitors send one of a few user agents. */
export function readAgent(header: string | null): Agent {
  const words = (header ?? "").slice(0, longest);
  const before = known.get(words);
  if (before) return before;
  const agent = parse(words);
  if (known.size >= most) known.clear();
  known.set(words, agent);
  return agent;
}

function parse(words: string): Agent {
  const first = (list: typeof browsers) => list.find(([pattern]) => pattern.test(words))?.[1] ?? null;
  const isBot = words === "" || bots.test(words);
  return { isBot, device: deviceOf(words, isBot), browser: first(browsers), os: first(systems) };
}

function deviceOf(words: string, isBot: boolean): string {
  if (isBot) return "bot";
  if (/\biPad\b|\bTablet\b/i.test(words) || (/\bAndroid\b/.test(words) && !/\bMobile\b/.test(words))) return "tablet";
  return /\bMobi|\biPhone\b|\bAndroid\b/.test(words) ? "mobile" : "desktop";
}
