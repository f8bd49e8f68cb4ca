import "server-only";
import { passkey as passkeyPlugin } from "@better-auth/passkey";
import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { APIError } from "better-auth/api";
import { twoFactor as twoFactorPlugin } from "better-auth/plugins/two-factor";
import { eq } from "drizzle-orm";
import { account, passkey, session, twoFactor, user, verification } from "../../database/schema/desk.ts";
import type { partner, partnerPasskey } from "../../database/schema/desk-portal.ts";
import { db } from "../db.ts";
import { env } from "../env.ts";
import { authSecret, passkeySite, sessionSeconds } from "./auth-settings.ts";

const day = 24 * 60 * 60;

const passwordLength = { min: 12, max: 128 } as const;

const trustedFor = 30 * day;

/** The route handlers compare Origin with Host before they call the library. */
const trustedOrigins = (request?: Request) => (request ? [request.headers.get("origin") ?? ""].filter(Boolean) : []);

type Door = {
  basePath: string;
  secret: string;
  cookiePrefix: string;
  people: typeof user | typeof partner;
  tables: Record<string, unknown>;
  seconds: { lasting: number; seenEvery: number };
};

/** What the sign-ins of staff and of partners have in common. */
export function doorOptions({ basePath, secret, cookiePrefix, people, tables, seconds }: Door) {
  const { CARTWRIGHT_ORIGIN } = env();
  const noteSeen = async ({ userId }: { userId: string }) => {
    await db().update(people).set({ lastSeenAt: new Date() }).where(eq(people.id, userId));
  };
  return {
    appName: "Cartwright",
    baseURL: CARTWRIGHT_ORIGIN,
    basePath,
    secret,
    database: drizzleAdapter(db(), { provider: "pg", schema: { user: people, ...tables } }),
    // A session of any age may add a passkey. The desk asks for the password each time.
    session: { expiresIn: seconds.lasting, updateAge: seconds.seenEvery, freshAge: 0 },
    databaseHooks: { session: { create: { after: noteSeen }, update: { after: noteSeen } } },
    // Our own limit applies before the library is called, and counts across processes.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    trustedOrigins,
    advanced: {
      cookiePrefix,
      useSecureCookies: CARTWRIGHT_ORIGIN.startsWith("https:"),
      ipAddress: { ipAddressHeaders: ["x-client-address"] },
    },
  };
}

export function createAuth() {
  return betterAuth({
    ...doorOptions({
      basePath: "/api/auth",
      secret: authSecret(env().CARTWRIGHT_SECRET),
      cookiePrefix: "cartwright",
      people: user,
      tables: { session, account, verification, twoFactor, passkey },
      seconds: sessionSeconds,
    }),
    user: {
      // Read together with the session, so that a page needs no separate query.
      additionalFields: {
        locale: { type: "string", required: false, input: false },
        timeZone: { type: "string", required: false, input: false },
      },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
    },
    plugins: [
      twoFactorPlugin({ issuer: "Cartwright", twoFactorCookieMaxAge: 10 * 60, trustDeviceMaxAge: trustedFor }),
      passkeys(passkey),
    ],
  });
}

/** `table` holds the passkeys of this kind of person; the time of use is a column that the library does not know. */
export function passkeys(table: typeof passkey | typeof partnerPasskey) {
  const site = passkeySite();
  return passkeyPlugin({
    ...(site && { rpID: site.id, origin: site.origin }),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    advanced: { webAuthnChallengeCookie: "passkey_challenge" },
    // Only this makes a passkey count as both factors: the library requests user verification without requiring it.
    registration: { afterVerification: ({ verification }) => requireVerified(verification.registrationInfo) },
    authentication: {
      async afterVerification({ verification, clientData }) {
        requireVerified(verification.authenticationInfo);
        await db().update(table).set({ lastUsedAt: new Date() }).where(eq(table.credentialID, clientData.id));
      },
    },
  });
}

function requireVerified(info: { userVerified: boolean } | undefined): void {
  if (info?.userVerified) return;
  throw new APIError("UNAUTHORIZED", { code: "NOT_VERIFIED", message: "The device did not verify its user." });
}
