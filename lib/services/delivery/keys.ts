import { openSecret, type SecretPlace } from "./secrets.ts";
import { type SigningKey, toSigningKey } from "./sign.ts";

const most = 1_000;
const known = new Map<string, SigningKey>();

/** Caches keys that are ready to sign, because a busy endpoint needs its key thousands of times a second. */
export function openKey(sealed: Buffer, place: SecretPlace, master: string): SigningKey {
  const name = JSON.stringify([place.tenantId, place.endpointId, sealed.toString("base64"), master]);
  const found = known.get(name);
  if (found) return found;
  if (known.size >= most) known.clear();
  const key = toSigningKey(openSecret(sealed, place, master));
  known.set(name, key);
  return key;
}
