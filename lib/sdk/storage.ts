import type { Options } from "./types.ts";

const dayS = 86_400;

export type ShopStorage = ReturnType<typeof createStorage>;

/** Without consent, everything stays in this page’s memory. Of a visitor who opts out of tracking, no id is kept. */
export function createStorage({ key, consent, clickDays = 30 }: Options) {
  const optedOut = (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl;
  const memory = new Map<string, object>();
  const prefix = `cw:${key}:`;
  let given = consent !== "required" || readCookie("cw_visitor") !== null;
  let visitorId = readCookie("cw_visitor") ?? newId();
  const fromAddress = /^[\w-]{1,200}$/.exec(new URLSearchParams(location.search).get("cw_click") ?? "")?.[0];
  let click = fromAddress ?? readCookie("cw_click");

  const identifies = () => given && !optedOut;

  function keepCookies(): void {
    if (!identifies()) return;
    writeCookie("cw_visitor", visitorId, 365 * dayS);
    if (fromAddress) writeCookie("cw_click", fromAddress, clickDays * dayS);
  }

  function forgetCookies(): void {
    for (const name of ["cw_visitor", "cw_click"]) writeCookie(name, "", 0);
    visitorId = newId();
    click = fromAddress ?? null;
  }

  function put(name: string, value: object): void {
    if (given) {
      try {
        localStorage.setItem(prefix + name, JSON.stringify(value));
        return;
      } catch {}
    }
    memory.set(name, value);
  }

  function drop(name: string): void {
    memory.delete(name);
    try {
      localStorage.removeItem(prefix + name);
    } catch {}
  }

  function list<T>(kind: string): [name: string, value: T][] {
    const found = [...memory];
    try {
      for (const name of Object.keys(localStorage)) {
        if (name.startsWith(prefix)) found.push([name.slice(prefix.length), JSON.parse(localStorage[name])]);
      }
    } catch {}
    return found.filter(([name]) => name.startsWith(kind)) as [string, T][];
  }

  /** Moves everything to where it may now be. */
  function setConsent(now: boolean): void {
    const all = list<object>("");
    for (const [name] of all) drop(name);
    given = now;
    if (now) keepCookies();
    else forgetCookies();
    for (const [name, value] of all) put(name, now ? value : { ...value, visitor_id: undefined });
  }

  if (optedOut) forgetCookies();
  keepCookies();
  return {
    put,
    drop,
    list,
    setConsent,
    /** For questions, whose answer is the same for one visitor. */
    visitor: () => visitorId,
    /** For reports, which name only visitors who agreed to it. */
    knownVisitor: () => (identifies() ? visitorId : undefined),
    click: () => click,
  };
}

/** `crypto.randomUUID` is missing in pages without https. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

function readCookie(name: string): string | null {
  try {
    return new RegExp(`(?:^|; )${name}=([\\w-]{1,200})(?:;|$)`).exec(document.cookie)?.[1] ?? null;
  } catch {
    return null;
  }
}

function writeCookie(name: string, value: string, seconds: number): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
    document.cookie = `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
  } catch {}
}
