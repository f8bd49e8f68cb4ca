import "server-only";
import { asc, eq, lt, sql } from "drizzle-orm";
import * as z from "zod";
import { nameText } from "../contract/common.ts";
import type { Passkey } from "../contract/desk/account.ts";
import { ApiError } from "../contract/errors.ts";
import { parse } from "../contract/parse.ts";
import { passkey as table, user, verification } from "../database/schema/desk.ts";
import { clientAddress, countAttempt, forgiveAttempts } from "./attempts.ts";
import { noteAccount, noteSignIn } from "./audit/sessions.ts";
import { passkeySite } from "./auth.ts";
import { db } from "./db.ts";
import { type Acts, askLibrary, libraryResult, withCookies } from "./library.ts";
import { confirmPerson, requirePerson } from "./passwords.ts";

export const mostPasskeys = 20;

const encoded = z
  .string()
  .regex(/^[\w-]+$/)
  .max(100_000);
const credential = { id: encoded.max(2_000), rawId: encoded.max(2_000), type: z.literal("public-key") };

const proof = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    signature: encoded,
    userHandle: encoded.nullish().transform((value) => value ?? undefined),
  }),
  clientExtensionResults: z.unknown().transform(() => ({})),
});

const made = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded,
    attestationObject: encoded,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .optional(),
  }),
  clientExtensionResults: z.unknown().transform(() => ({})),
});

export const withName = z.object({ name: nameText(60) });
export const withMade = withName.extend({ response: made });
export const withProof = z.object({ response: proof });

export const passkeyActs: Acts = {
  "passkey/generate-register-options": async (request, body) => {
    requireSite();
    // The name is checked first, because the device would keep a passkey that is refused afterwards.
    parse(withName, body, "body");
    const person = await confirmPerson(request.headers, body, "add_passkey");
    if ((await db().$count(table, eq(table.userId, person.id))) >= mostPasskeys) {
      throw new ApiError(409, "too_many", `You have ${mostPasskeys} passkeys. Remove one that you do not use.`);
    }
    const options = await callLibrary(request, "generate-register-options");
    return withCookies(options.cookies, options.body);
  },

  "passkey/verify-registration": async (request, body) => {
    requireSite();
    const person = await requirePerson(request.headers);
    const { name, response } = parse(withMade, body, "body");
    await callLibrary(request, "verify-registration", { name, response });
    await noteAccount(person, "add_passkey");
    return withCookies([]);
  },

  "passkey/generate-authenticate-options": async (request) => {
    requireSite();
    // Anonymous callers can add a row each time, so their calls are counted and expired rows are deleted.
    await countAttempt("passkey", [`address ${clientAddress(request.headers)}`]);
    await db().delete(verification).where(lt(verification.expiresAt, sql`now()`));
    const options = await callLibrary(request, "generate-authenticate-options");
    return withCookies(options.cookies, { ...options.body, userVerification: "required" });
  },

  "passkey/verify-authentication": async (request, body) => {
    requireSite();
    const { response } = parse(withProof, body, "body");
    const address = `address ${clientAddress(request.headers)}`;
    await countAttempt("sign-in", [address]);
    const [owner] = await db()
      .select({ email: user.email })
      .from(table)
      .innerJoin(user, eq(user.id, table.userId))
      .where(eq(table.credentialID, response.id));
    try {
      const { cookies } = await callLibrary(request, "verify-authentication", { response });
      if (owner) {
        await forgiveAttempts("sign-in", `email ${owner.email}`, address);
        void noteSignIn(owner.email, true, "sign_in_passkey");
      }
      return withCookies(cookies);
    } catch (cause) {
      if (owner) void noteSignIn(owner.email, false, "sign_in_passkey");
      throw cause;
    }
  },
};

export async function listPasskeys(personId: string): Promise<Passkey[]> {
  const rows = await db()
    .select()
    .from(table)
    .where(eq(table.userId, personId))
    .orderBy(asc(table.createdAt), asc(table.id));
  return rows.map(({ id, name, backedUp, createdAt, lastUsedAt }) => ({
    id,
    name,
    synced: backedUp,
    created_at: createdAt.toISOString(),
    used_at: lastUsedAt?.toISOString() ?? null,
  }));
}

export function requireSite(): void {
  if (passkeySite()) return;
  throw new ApiError(
    409,
    "no_passkeys",
    "Passkeys need an https address with a domain name, and this server has none.",
  );
}

const callLibrary = (request: Request, path: string, body?: object) =>
  libraryResult(askLibrary(request, `passkey/${path}`, body), refusalOf);

const refusals: Record<string, [number, string, string]> = {
  CHALLENGE_NOT_FOUND: [409, "challenge_over", "The request took too long. Try again."],
  PASSKEY_NOT_FOUND: [401, "passkey_unknown", "This passkey is not registered here. It may have been removed."],
  NOT_VERIFIED: [
    401,
    "not_verified",
    "Your device did not verify that it is you. Use a device with fingerprint or face recognition, or with a PIN.",
  ],
};

export function refusalOf(code: string): ApiError {
  return new ApiError(...(refusals[code] ?? ([401, "passkey_refused", "This passkey was not accepted."] as const)));
}
