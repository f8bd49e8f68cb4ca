import { createPublicKey, generateKeyPairSync, type JsonWebKey, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { decodeJwt, decodeProtectedHeader, type JWTPayload, SignJWT } from "jose";
import { signTicket } from "../../../lib/services/storefront/ticket-keys.ts";

const text = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** What somebody without the key may make of a real ticket that they were given. */
export async function forgeriesOf(ticket: string, url: string): Promise<Record<string, string>> {
  const claims = { ...decodeJwt(ticket), price: 0.01, jti: `tkt_${randomUUID()}` };
  const header = decodeProtectedHeader(ticket);
  const [, , signature] = ticket.split(".");
  const { keys } = (await (await fetch(`${url}/services/checkout/.well-known/jwks.json`)).json()) as {
    keys: JsonWebKey[];
  };
  const published = keys.find(({ kid }) => kid === header.kid) as JsonWebKey;
  const pem = createPublicKey({ key: published, format: "jwk" }).export({ format: "pem", type: "spki" });
  const other = generateKeyPairSync("ed25519").privateKey;
  const byHmac = (secret: Uint8Array) =>
    new SignJWT(claims).setProtectedHeader({ ...header, alg: "HS256" }).sign(secret);
  return {
    "no signature (alg none)": `${text({ ...header, alg: "none" })}.${text(claims)}.`,
    "HS256 with the public key as PEM": await byHmac(Buffer.from(pem)),
    "HS256 with the bytes of the public key": await byHmac(Buffer.from(published.x ?? "", "base64url")),
    "another key under the same ID": await new SignJWT(claims)
      .setProtectedHeader({ ...header, alg: "EdDSA" })
      .sign(other),
    "changed price, same signature": `${text(header)}.${text(claims)}.${signature}`,
    "not a ticket": "tkt_1",
  };
}

/** A ticket with Cartwright's own signature, which says something else than it ever would. */
export function signedWith(ticket: string, changes: JWTPayload): Promise<string> {
  const claims = { ...decodeJwt(ticket), jti: `tkt_${randomUUID()}`, ...changes };
  return signTicket(claims, Date.now());
}

export const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

export const waitUntil = (second: number) => sleep(Math.max(0, second * 1000 - Date.now()));
