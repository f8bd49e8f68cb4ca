import "server-only";
import { affiliate } from "../../../contract/affiliate/index.ts";
import { checkout } from "../../../contract/checkout/index.ts";
import { operationsOf } from "../../../contract/define.ts";
import { desk } from "../../../contract/desk/index.ts";
import { isRecord } from "../../../contract/errors.ts";

// Keeps secrets out of rows that are never deleted: by the contract's marks, field names and the form of keys.

const marked = new Set(
  [checkout, affiliate, desk].flatMap((contract) =>
    operationsOf(contract).flatMap(({ operation }) => operation.secrets ?? []),
  ),
);
const telling =
  /secret|passw|passphrase|token|credential|authorization|cookie|api_?key|private_?key|access_?key|signing_?key|backup_?code|^key$|^otp$|^pin$/i;
const keyLike = /\b(?:live_|test_|portal_|whsec_|sk_|pk_)[A-Za-z0-9_+/=-]{16,}|\bBearer\s+[A-Za-z0-9._~+/=-]{8,}/g;

export const removed = "[removed]";

export function isSecretName(name: string): boolean {
  return marked.has(name) || telling.test(name.replaceAll("-", "_"));
}

export function withoutSecrets(value: unknown): unknown {
  if (typeof value === "string") return withoutKeys(value);
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (!isRecord(value)) return value ?? null;
  // Names are checked as well, because an address may contain a key as a parameter name.
  const kept = Object.entries(value).map(([name, inner]) => [
    withoutKeys(name),
    isSecretName(name) && inner !== null ? removed : withoutSecrets(inner),
  ]);
  return Object.fromEntries(kept);
}

export function withoutKeys(text: string): string {
  return text.replace(keyLike, removed);
}

const maxImage = 64 * 1024;
/** The texts of a body this large are not even looked at, because that would hold up the process. */
const largestRead = 1024 * 1024;

/** The part of a body that an audit row stores: plain JSON without secrets, and for a very large body only its size. */
export function imageOf(body: unknown): unknown {
  if (body === undefined || body === null) return null;
  const texts = bytesOfTexts(body);
  if (texts > largestRead) return { too_large: true, bytes: texts };
  const image = withoutSecrets(JSON.parse(JSON.stringify(body)));
  const bytes = Buffer.byteLength(JSON.stringify(image));
  return bytes > maxImage ? { too_large: true, bytes } : image;
}

function bytesOfTexts(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce<number>((sum, inner) => sum + bytesOfTexts(inner), 0);
}
