import "server-only";
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";
import { auth } from "./auth.ts";

// Every request carries a session, and most need nothing of the library but that it be found: these two lines of what
// it does are done here, and in one statement with what else has to be known. What is odd in any way is left to it.

let signing: KeyObject | undefined;

/** The token of a request's session cookie, if this Cartwright has signed it. */
export async function signedToken(headers: Headers): Promise<string | null> {
  const { authCookies, secret } = await auth().$context;
  const value = readCookie(headers.get("cookie") ?? "", authCookies.sessionToken.name);
  const [, token, signature] = /^(.+)\.([\w+/]{43}=)$/.exec(value ?? "") ?? [];
  if (!token || !signature) return null;
  signing ??= createSecretKey(secret, "utf8");
  const wanted = createHmac("sha256", signing).update(token).digest();
  return timingSafeEqual(Buffer.from(signature, "base64"), wanted) ? token : null;
}

function readCookie(header: string, name: string): string | undefined {
  for (const pair of header.split(";")) {
    const [key = "", value = ""] = pair.split(/=(.*)/s);
    if (key.trim() !== name) continue;
    try {
      return decodeURIComponent(value.trim());
    } catch {
      return undefined;
    }
  }
  return undefined;
}
