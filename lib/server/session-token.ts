import "server-only";
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";
import { auth } from "./auth.ts";

// Finds most sessions in one statement with other data. All unusual cases are left to the library.

let signing: KeyObject | undefined;

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
