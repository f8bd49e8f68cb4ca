import "server-only";
import { passkey as passkeyPlugin } from "@better-auth/passkey";
import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { APIError } from "better-auth/api";
import { twoFactor as twoFactorPlugin } from "better-auth/plugins/two-factor";
import { eq } from "drizzle-orm";
import { account, passkey, session, twoFactor, user, verification } from "../database/schema/desk.ts";
import { deriveSecret } from "../secret.ts";
import { db } from "./db.ts";
import { env } from "./env.ts";
import { passkeySite } from "./passkey-site.ts";

const day = 24 * 60 * 60;

/** How long a session lasts without its person, and how often it, and when they were last seen, are noted anew. */
export const sessionSeconds = { lasting: 7 * day, seenEvery: 5 * 60 } as const;

const passwordLength = { min: 12, max: 128 } as const;

const trustedFor = 30 * day;

async function noteSeen({ userId }: { userId: string }): Promise<void> {
  await db().update(user).set({ lastSeenAt: new Date() }).where(eq(user.id, userId));
}

/** What sessions are signed with, and second factors sealed. */
export const authSecret = (secret: string) => deriveSecret(secret, "auth").toString("base64url");

function create() {
  const { CARTWRIGHT_ORIGIN, CARTWRIGHT_SECRET } = env();
  return betterAuth({
    appName: "Cartwright",
    baseURL: CARTWRIGHT_ORIGIN,
    basePath: "/api/auth",
    secret: authSecret(CARTWRIGHT_SECRET),
    database: drizzleAdapter(db(), {
      provider: "pg",
      schema: { user, session, account, verification, twoFactor, passkey },
    }),
    user: {
      // They come with the session, so that a page knows them without a question of its own.
      additionalFields: {
        locale: { type: "string", required: false, input: false },
        timeZone: { type: "string", required: false, input: false },
      },
    },
    emailAndPassword: {
      enabled: true,
      // People come in by set-up and by invitation only.
      disableSignUp: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
    },
    // No session is too old to add a passkey with: the password is asked for each time.
    session: { expiresIn: sessionSeconds.lasting, updateAge: sessionSeconds.seenEvery, freshAge: 0 },
    databaseHooks: { session: { create: { after: noteSeen }, update: { after: noteSeen } } },
    plugins: [
      twoFactorPlugin({ issuer: "Cartwright", twoFactorCookieMaxAge: 10 * 60, trustDeviceMaxAge: trustedFor }),
      passkeys(),
    ],
    // Ours stands in front of it and counts across processes.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // The route handler has compared Origin with Host before a request comes here.
    trustedOrigins: (request) => (request ? [request.headers.get("origin") ?? ""].filter(Boolean) : []),
    advanced: {
      cookiePrefix: "cartwright",
      useSecureCookies: CARTWRIGHT_ORIGIN.startsWith("https:"),
      ipAddress: { ipAddressHeaders: ["x-client-address"] },
    },
  });
}

function passkeys() {
  const site = passkeySite();
  return passkeyPlugin({
    ...(site && { rpID: site.id, origin: site.origin }),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    advanced: { webAuthnChallengeCookie: "passkey_challenge" },
    // That it counts as both factors hangs on this: the device has looked who uses it. The library only asks for it.
    registration: { afterVerification: ({ verification }) => requireVerified(verification.registrationInfo) },
    authentication: {
      async afterVerification({ verification, clientData }) {
        requireVerified(verification.authenticationInfo);
        await db().update(passkey).set({ lastUsedAt: new Date() }).where(eq(passkey.credentialID, clientData.id));
      },
    },
  });
}

function requireVerified(info: { userVerified: boolean } | undefined): void {
  if (info?.userVerified) return;
  throw new APIError("UNAUTHORIZED", { code: "NOT_VERIFIED", message: "The device did not verify its user." });
}

let instance: ReturnType<typeof create> | undefined;

export function auth(): ReturnType<typeof create> {
  instance ??= create();
  return instance;
}
