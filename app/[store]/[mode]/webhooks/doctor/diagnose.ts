import type * as messages from "@/lib/i18n/messages/en";

// The cause of a wrong signature is found by trying common mistakes. The code needs only Web Crypto, so it runs in the
// browser and nothing that is pasted leaves the browser.

/** Only the screen knows whether the event is the merchant's own, whose unknown cause is another secret. */
type Cause = Exclude<keyof (typeof messages)["webhooks"]["doctor"]["causes"], "secret_other">;

export type Pasted = {
  body: string;
  header: string;
  secret: string;
  /** A secret from before a rotation or of another endpoint, which may have been used instead. */
  other?: string;
};
export type Diagnosis = {
  valid: boolean;
  /** Causes in the order in which to fix them. If the header is unreadable, body and secret were not checked. */
  causes: Cause[];
  /** The correct header for the body and the secret exactly as they were pasted. */
  expected: string;
};

const prefix = "sha256=";
const hex64 = /^[0-9a-f]{64}$/;

export async function diagnose({ body, header, secret, other = "" }: Pasted): Promise<Diagnosis> {
  const missing: Cause[] = [
    ...(header.trim() === "" ? (["header_missing"] as const) : []),
    ...(body === "" ? (["body_missing"] as const) : []),
    ...(secret.trim() === "" ? (["secret_missing"] as const) : []),
  ];
  if (missing.length > 0) return { valid: false, causes: missing, expected: "" };
  const expected = prefix + toHex(await sign(secret, body));
  if (header === expected) return { valid: true, causes: [], expected };

  const read = readHeader(header);
  if (!read.digest) return { valid: false, causes: read.causes, expected };
  const { digest } = read;
  const others = other.trim() === "" ? [] : [{ key: other.trim(), causes: ["secret_old" as const] }];
  for (const tried of [...secretsLike(secret), ...others]) {
    for (const text of bodiesLike(body)) {
      if (toHex(await sign(tried.key, text.body)) !== digest) continue;
      return { valid: false, causes: [...read.causes, ...tried.causes, ...text.causes], expected };
    }
  }
  return { valid: false, causes: [...read.causes, "unknown"], expected };
}

type Read = { digest: string | null; causes: Cause[] };

/** Reads the digest from a header as hexadecimal, and notes what is wrong with the header's form. */
function readHeader(header: string): Read {
  const trimmed = header.trim().replace(/^x-service-signature\s*:\s*/i, "");
  const found: Cause[] = trimmed === header ? [] : ["header_space"];
  if (/^v\d+,/.test(trimmed)) return { digest: null, causes: ["header_standard"] };
  const hasPrefix = trimmed.toLowerCase().startsWith(prefix);
  const value = hasPrefix ? trimmed.slice(prefix.length) : trimmed;
  if (!hasPrefix) found.push("header_prefix");
  if (hex64.test(value)) {
    if (hasPrefix && !trimmed.startsWith(prefix)) found.push("header_upper_case");
    return { digest: value, causes: found };
  }
  if (hex64.test(value.toLowerCase())) return { digest: value.toLowerCase(), causes: [...found, "header_upper_case"] };
  const bytes = fromBase64(value);
  if (bytes?.length === 32) return { digest: toHex(bytes), causes: [...found, "header_base64"] };
  // Some receivers encode the hexadecimal text itself in base64.
  const inner = bytes && new TextDecoder().decode(bytes);
  if (inner && hex64.test(inner)) return { digest: inner, causes: [...found, "header_encoding"] };
  return { digest: null, causes: ["header_length"] };
}

type Secret = { key: string | Uint8Array<ArrayBuffer>; causes: Cause[] };

function secretsLike(secret: string): Secret[] {
  const trimmed = secret.trim();
  const bare = trimmed.replace(/^whsec_/, "");
  const decoded = fromBase64(bare);
  return [
    { key: secret, causes: [] },
    ...(trimmed === secret ? [] : [{ key: trimmed, causes: ["secret_space" as const] }]),
    ...[`${trimmed}\n`, `${trimmed}\r\n`].map((key) => ({ key, causes: ["secret_space" as const] })),
    // Web Crypto accepts no empty key.
    ...(bare === "" ? [] : [{ key: bare === trimmed ? `whsec_${trimmed}` : bare, causes: ["secret_prefix" as const] }]),
    ...(decoded ? [{ key: decoded, causes: ["secret_decoded" as const] }] : []),
  ];
}

type Body = { body: string; causes: Cause[] };

function bodiesLike(body: string): Body[] {
  const ends = body.replace(/[\r\n]+$/, "");
  const oneWay = (text: string, cause: Cause): Body => ({ body: text, causes: [cause] });
  return [
    { body, causes: [] },
    ...[ends, `${ends}\n`, `${ends}\r\n`].filter((text) => text !== body).map((text) => oneWay(text, "body_line_end")),
    oneWay(body.replaceAll("\r\n", "\n"), "body_line_breaks"),
    oneWay(body.replaceAll(/\r?\n/g, "\r\n"), "body_line_breaks"),
    oneWay(body.replace(/^\uFEFF/, ""), "body_mark"),
    oneWay(`\uFEFF${body}`, "body_mark"),
    oneWay(body.trim(), "body_line_end"),
    ...serialisationsOf(body).map((text) => oneWay(text, "body_reserialised")),
  ];
}

/** Writes the JSON as other programs do. Lost zeros of numbers or a changed order of keys cannot be restored. */
function serialisationsOf(body: string): string[] {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return [];
  }
  const compact = JSON.stringify(value);
  const spaced = compactWithSpaces(value);
  const written = [compact, spaced, JSON.stringify(value, null, 2), JSON.stringify(value, null, 4)];
  const sorted = sortedKeys(value);
  const all = [...written, JSON.stringify(value, null, "\t"), JSON.stringify(sorted), compactWithSpaces(sorted)];
  const escapes = [(text: string) => text, escapeUnicode, (text: string) => text.replaceAll("/", "\\/")];
  return [...new Set(all.flatMap((text) => escapes.map((escaped) => escaped(text))))].filter((text) => text !== body);
}

/** Python's default output has these spaces. */
function compactWithSpaces(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(compactWithSpaces).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}: ${compactWithSpaces(inner)}`);
    return `{${fields.join(", ")}}`;
  }
  return JSON.stringify(value);
}

function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sortedKeys(inner)]));
}

const escapeUnicode = (text: string) =>
  text.replaceAll(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);

async function sign(key: string | Uint8Array<ArrayBuffer>, body: string): Promise<Uint8Array> {
  const text = new TextEncoder();
  const raw = typeof key === "string" ? text.encode(key) : key;
  const imported = await crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, text.encode(body)));
}

const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (text === "" || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return null;
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}
