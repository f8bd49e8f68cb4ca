import type { Options } from "./types.ts";

const dayS = 86_400;

export type ShopStorage = ReturnType<typeof createStorage>;

/** Without consent, everything stays in this page’s memory. Of a visitor who opts out of tracking, no id is kept. */
export function createStorage({ key, consent, clickDays = 30 }: Options) {
  const optedOut = (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl;
  const memory = new Map<string, object>();
  const notes = new Map<string, number>();
  const prefix = `cw:${key}:`;
  const known = readCookie("cw_visitor");
  let given = !!known || consent !== "required";
  let visitorId = known ?? newVisitor();
  const fromAddress = /^[\w-]{1,200}$/.exec(new URLSearchParams(location.search).get("cw_click") ?? "")?.[0];
  let click = fromAddress ?? readCookie("cw_click");

  const identifies = () => given && !optedOut;

  function keepCookies(): void {
    if (!identifies()) return;
    writeCookie("cw_visitor", visitorId, 365);
    if (fromAddress) writeCookie("cw_click", fromAddress, clickDays);
  }

  function forgetCookies(): void {
    for (const name of ["cw_visitor", "cw_click"]) writeCookie(name, "", 0);
    visitorId = newVisitor();
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

  /** For this tab and without consent, because it names nobody. */
  function note(name: string, at = Date.now()): void {
    notes.set(name, at);
    try {
      sessionStorage.setItem(prefix + name, `${at}`);
    } catch {}
  }

  /** When it was noted, or 0. */
  function noted(name: string): number {
    try {
      return notes.get(name) ?? Number(sessionStorage.getItem(prefix + name));
    } catch {
      return 0;
    }
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
    note,
    noted,
    setConsent,
    /** Nothing that is sent names a visitor who has not agreed to it. */
    visitor: () => (identifies() ? visitorId : undefined),
    click: () => click,
  };
}

/** `crypto.randomUUID` is missing in pages without https. */
export const newId = (): string => crypto.getRandomValues(new Uint32Array(3)).join("");

/** The service reads from the id how long a visitor has been known. */
const newVisitor = () => `cw${Date.now().toString(36)}-${newId()}`;

function readCookie(name: string): string | null {
  try {
    return new RegExp(`(?:^|; )${name}=([\\w-]{1,200})(?:;|$)`).exec(document.cookie)?.[1] ?? null;
  } catch {
    return null;
  }
}

function writeCookie(name: string, value: string, days: number): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
    document.cookie = `${name}=${value}; Path=/; Max-Age=${days * dayS}; SameSite=Lax${secure}`;
  } catch {}
}
