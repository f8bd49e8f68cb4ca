import "server-only";
import { and, asc, eq, lt, sql } from "drizzle-orm";
import * as z from "zod";
import { nameText } from "../../contract/common.ts";
import type { Passkey } from "../../contract/desk/account.ts";
import { ApiError, type Sentence } from "../../contract/errors.ts";
import { parse } from "../../contract/parse.ts";
import { passkey as staffPasskeys, user, verification } from "../../database/schema/desk.ts";
import type { partnerPasskey, partnerVerification } from "../../database/schema/desk-portal.ts";
import { sentence } from "../../sentences.ts";
import { db } from "../db.ts";
import { type Acts, askLibrary, type Library, libraryResult, withCookies } from "./auth-library.ts";
import { passkeySite } from "./auth-settings.ts";
import { callerNetwork, countAttempt, forgiveAttempts } from "./guess-limits.ts";
import { deviceCookie, findDevice } from "./known-device.ts";
import { noteAccount, noteSignIn } from "./note-sign-ins.ts";
import { confirmPerson } from "./passwords.ts";
import { requirePerson } from "./sessions.ts";

const mostPasskeys = 20;

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

const withName = z.object({ name: nameText(60) });
const withMade = withName.extend({ response: made });
const withProof = z.object({ response: proof });

type Passkeys = typeof staffPasskeys | typeof partnerPasskey;

type Entered = { cookies: string[] };

/** Staff or affiliates. */
type Holders<Holder> = {
  passkeys: Passkeys;
  challenges: typeof verification | typeof partnerVerification;
  library?: Library;
  /** Stands before the address when attempts are counted. */
  caller: string;
  findDevice?: (request: Request, credentialId: string) => Promise<string | null>;
  requireHolder: (request: Request) => Promise<Holder>;
  /** Asks more than `requireHolder` before a passkey is added. */
  confirmHolder?: (request: Request, body: unknown) => Promise<Holder>;
  noteAdded?: (holder: Holder) => Promise<void>;
  /** Returns the cookies of the person who entered. */
  noteEntry?: (enter: () => Promise<Entered>, credentialId: string, subject: string) => Promise<string[]>;
};

export function passkeyActs<Holder extends { id: string; email: string }>({
  passkeys,
  challenges,
  library,
  caller,
  findDevice = async () => null,
  requireHolder,
  confirmHolder = requireHolder,
  noteAdded,
  noteEntry = async (enter) => (await enter()).cookies,
}: Holders<Holder>): Acts {
  const callLibrary = (request: Request, path: string, body?: object) =>
    libraryResult(askLibrary(request, `passkey/${path}`, body, library), refusalOf);
  const addressOf = (request: Request) => `${caller} ${callerNetwork(request.headers)}`;

  return {
    "passkey/generate-register-options": async (request, body) => {
      requireSite();
      // The name is checked first, because the device would keep a passkey that is refused afterwards.
      parse(withName, body, "body");
      const { id, email } = await confirmHolder(request, body);
      if ((await db().$count(passkeys, eq(passkeys.userId, id))) >= mostPasskeys) {
        throw new ApiError(409, "too_many", sentence("passkeysMany", { count: mostPasskeys }));
      }
      const options = await callLibrary(request, `generate-register-options?name=${encodeURIComponent(email)}`);
      return withCookies(options.cookies, options.body);
    },

    "passkey/verify-registration": async (request, body) => {
      requireSite();
      const holder = await requireHolder(request);
      const { name, response } = parse(withMade, body, "body");
      await callLibrary(request, "verify-registration", { name, response });
      await noteAdded?.(holder);
      return withCookies([]);
    },

    "passkey/generate-authenticate-options": async (request) => {
      requireSite();
      // Anonymous callers can add a row each time, so their calls are counted and expired rows are deleted.
      await countAttempt("passkey", [addressOf(request)]);
      await db().delete(challenges).where(lt(challenges.expiresAt, sql`now()`));
      const options = await callLibrary(request, "generate-authenticate-options");
      return withCookies(options.cookies, { ...options.body, userVerification: "required" });
    },

    "passkey/verify-authentication": async (request, body) => {
      requireSite();
      const { response } = parse(withProof, body, "body");
      const subject = (await findDevice(request, response.id)) ?? addressOf(request);
      await countAttempt("sign-in", [subject]);
      const enter = () => callLibrary(request, "verify-authentication", { response });
      return withCookies(await noteEntry(enter, response.id, subject));
    },
  };
}

export const staffPasskeyActs = passkeyActs({
  passkeys: staffPasskeys,
  challenges: verification,
  caller: "address",
  requireHolder: ({ headers }) => requirePerson(headers),
  confirmHolder: ({ headers }, body) => confirmPerson(headers, body, "add_passkey"),
  noteAdded: (person) => noteAccount(person, "add_passkey"),
  async findDevice({ headers }, credentialId) {
    const email = await ownerOf(credentialId);
    return email === null ? null : findDevice(headers, email);
  },
  async noteEntry(enter, credentialId, subject) {
    const email = await ownerOf(credentialId);
    try {
      const { cookies } = await enter();
      if (email === null) return cookies;
      await forgiveAttempts("sign-in", `email ${email}`, subject);
      void noteSignIn(email, true, "sign_in_passkey");
      return [...cookies, await deviceCookie(email)];
    } catch (cause) {
      if (email !== null) void noteSignIn(email, false, "sign_in_passkey");
      throw cause;
    }
  },
});

async function ownerOf(credentialId: string): Promise<string | null> {
  const [owner] = await db()
    .select({ email: user.email })
    .from(staffPasskeys)
    .innerJoin(user, eq(user.id, staffPasskeys.userId))
    .where(eq(staffPasskeys.credentialID, credentialId));
  return owner?.email ?? null;
}

export async function listPasskeys(passkeys: Passkeys, holderId: string): Promise<Passkey[]> {
  const rows = await db()
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, holderId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
  return rows.map(({ id, name, backedUp, createdAt, lastUsedAt }) => ({
    id,
    name,
    synced: backedUp,
    created_at: createdAt.toISOString(),
    used_at: lastUsedAt?.toISOString() ?? null,
  }));
}

export async function removePasskey(passkeys: Passkeys, id: string, holderId: string) {
  const mine = and(eq(passkeys.id, id), eq(passkeys.userId, holderId));
  if ((await db().delete(passkeys).where(mine)).rowCount === 0) throw noPasskey();
  return { id, deleted: true };
}

export const noPasskey = () => new ApiError(404, "not_found", sentence("passkeyRemoved"));

function requireSite(): void {
  if (passkeySite()) return;
  throw new ApiError(
    409,
    "no_passkeys",
    "Passkeys need an https address with a domain name, and this server has none.",
  );
}

const refusals: Record<string, [number, string, Sentence]> = {
  CHALLENGE_NOT_FOUND: [409, "challenge_over", sentence("tooLong")],
  PASSKEY_NOT_FOUND: [401, "passkey_unknown", sentence("passkeyUnknown")],
  NOT_VERIFIED: [401, "not_verified", sentence("passkeyUnverified")],
};

function refusalOf(code: string): ApiError {
  return new ApiError(...(refusals[code] ?? ([401, "passkey_refused", sentence("passkeyRefused")] as const)));
}
