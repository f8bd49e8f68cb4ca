import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { calculateJwkThumbprint, createLocalJWKSet, type JWK, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { deriveSecret } from "../../secret.ts";
import { secretOfInstallation } from "../affiliate/environment.ts";

// Every process derives the same keys from the secret and the number of the period, so nothing is stored or handed over.
// The key of the next period is published long before it signs.

const periodMs = 30 * 86_400_000;
const alg = "EdDSA";
const typ = "cartwright-ticket+jwt";

type Key = { private: KeyObject; public: JWK & { kid: string } };

let known: { secret: string; keys: Promise<Key[]>; number: number } | undefined;

/** Those of the period before, the present one and the next. */
function keysOf(now: number): Promise<Key[]> {
  const [secret, number] = [secretOfInstallation(), Math.floor(now / periodMs)];
  if (known?.secret !== secret || known.number !== number) {
    known = { secret, number, keys: Promise.all([number - 1, number, number + 1].map((n) => derive(secret, n))) };
  }
  return known.keys;
}

/** The fixed start of an Ed25519 key in PKCS #8, before its 32 bytes. */
const pkcs8 = Buffer.from("302e020100300506032b657004220420", "hex");

async function derive(secret: string, number: number): Promise<Key> {
  const key = Buffer.concat([pkcs8, deriveSecret(secret, `ticket ${number}`)]);
  const own = createPrivateKey({ key, format: "der", type: "pkcs8" });
  const jwk = createPublicKey(own).export({ format: "jwk" }) as JWK;
  return { private: own, public: { ...jwk, kid: await calculateJwkThumbprint(jwk), alg, use: "sig" } };
}

export async function publishedKeys(now = Date.now()): Promise<{ keys: JWK[] }> {
  return { keys: (await keysOf(now)).map((key) => key.public) };
}

export async function signTicket(claims: JWTPayload, now: number): Promise<string> {
  const [, key] = await keysOf(now);
  if (!key) throw new Error("There is no key.");
  return new SignJWT(claims).setProtectedHeader({ alg, kid: key.public.kid, typ }).sign(key.private);
}

/** Returns the id of a ticket that was signed here, whether or not it has expired; null for all others. */
export async function idOfTicket(jws: string, now = Date.now()): Promise<string | null> {
  try {
    const options = { algorithms: [alg], typ, currentDate: new Date(0) };
    const { payload } = await jwtVerify(jws, createLocalJWKSet(await publishedKeys(now)), options);
    return payload.jti ?? null;
  } catch {
    return null;
  }
}
