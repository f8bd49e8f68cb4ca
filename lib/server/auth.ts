import "server-only";
import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { twoFactor as twoFactorPlugin } from "better-auth/plugins/two-factor";
import { eq } from "drizzle-orm";
import { account, session, twoFactor, user, verification } from "../database/schema/desk.ts";
import { deriveSecret } from "../secret.ts";
import { db } from "./db.ts";
import { env } from "./env.ts";

const day = 24 * 60 * 60;

/** A session, and when its person was last seen, are noted anew after so many seconds. */
const seenEvery = 5 * 60;

export const passwordLength = { min: 12, max: 128 } as const;

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
    database: drizzleAdapter(db(), { provider: "pg", schema: { user, session, account, verification, twoFactor } }),
    emailAndPassword: {
      enabled: true,
      // People come in by set-up and by invitation only.
      disableSignUp: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
    },
    session: { expiresIn: 7 * day, updateAge: seenEvery },
    databaseHooks: { session: { create: { after: noteSeen }, update: { after: noteSeen } } },
    plugins: [twoFactorPlugin({ issuer: "Cartwright", twoFactorCookieMaxAge: 10 * 60, trustDeviceMaxAge: trustedFor })],
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

let instance: ReturnType<typeof create> | undefined;

export function auth(): ReturnType<typeof create> {
  instance ??= create();
  return instance;
}
