import "server-only";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { secretKey } from "../../secret.ts";
import { env } from "../env.ts";
import { authContext } from "./load-auth.ts";
import { readCookie } from "./sessions.ts";

// A device that a person signed in with before. Its attempts are counted apart, so that wrong passwords of others, even in
// the same network, do not lock the person out. The cookie signs nobody in.

const seconds = 365 * 24 * 60 * 60;

const cookie = async () => (await authContext()).createAuthCookie("known_device", { maxAge: seconds });

/** The cookie of a device on which this person has just signed in. */
export async function deviceCookie(email: string): Promise<string> {
  const { name, attributes } = await cookie();
  const id = randomBytes(16).toString("base64url");
  const secure = attributes.secure ? "; Secure" : "";
  return `${name}=${id}.${signatureOf(id, email)}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** The subject by which the attempts of the device are counted; null if the person never signed in with it. */
export async function findDevice(headers: Headers, email: string): Promise<string | null> {
  const { name } = await cookie();
  const [id = "", signature = "", ...rest] = readCookie(headers.get("cookie") ?? "", name)?.split(".") ?? [];
  const [given, wanted] = [Buffer.from(signature), Buffer.from(signatureOf(id, email))];
  const known = rest.length === 0 && given.length === wanted.length && timingSafeEqual(given, wanted);
  return known ? `device ${id}` : null;
}

const signatureOf = (id: string, email: string) =>
  createHmac("sha256", secretKey(env().CARTWRIGHT_SECRET, "known device"))
    .update(`${id} ${email.trim().toLowerCase()}`)
    .digest("base64url");
