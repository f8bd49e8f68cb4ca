import "server-only";
import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { magicLink } from "better-auth/plugins/magic-link";
import { eq } from "drizzle-orm";
import { partner, partnerPasskey, partnerSession, partnerVerification } from "../../database/schema/desk-portal.ts";
import { deriveSecret } from "../../secret.ts";
import { passkeys, trustedOrigins } from "../auth.ts";
import { db } from "../db.ts";
import { env } from "../env.ts";

// Apart from staff in everything: tables, secret, cookies and addresses. Nothing leads from one to the other.

export const partnerAuthBase = "/api/partners/auth";

const day = 24 * 60 * 60;

/** Partners come once a month rather than every day. */
const sessionSeconds = { lasting: 60 * day, seenEvery: 60 * 60 };

const linkMinutes = 30;

async function noteSeen({ userId }: { userId: string }): Promise<void> {
  await db().update(partner).set({ lastSeenAt: new Date() }).where(eq(partner.id, userId));
}

function create() {
  const { CARTWRIGHT_ORIGIN, CARTWRIGHT_SECRET } = env();
  return betterAuth({
    appName: "Cartwright",
    baseURL: CARTWRIGHT_ORIGIN,
    basePath: partnerAuthBase,
    secret: deriveSecret(CARTWRIGHT_SECRET, "partner auth").toString("base64url"),
    database: drizzleAdapter(db(), {
      provider: "pg",
      schema: { user: partner, session: partnerSession, verification: partnerVerification, passkey: partnerPasskey },
    }),
    user: { fields: { email: "login" } },
    session: { expiresIn: sessionSeconds.lasting, updateAge: sessionSeconds.seenEvery, freshAge: 0 },
    databaseHooks: { session: { create: { after: noteSeen }, update: { after: noteSeen } } },
    plugins: [
      magicLink({
        disableSignUp: true,
        storeToken: "hashed",
        expiresIn: linkMinutes * 60,
        // The caller makes the address and queues the mail.
        sendMagicLink: async ({ token, metadata }) => metadata?.take(token),
      }),
      passkeys(partnerPasskey),
    ],
    // Our own limit applies before the library is called, and counts across processes.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    trustedOrigins,
    advanced: {
      cookiePrefix: "cartwright-partner",
      useSecureCookies: CARTWRIGHT_ORIGIN.startsWith("https:"),
      ipAddress: { ipAddressHeaders: ["x-client-address"] },
    },
  });
}

let instance: ReturnType<typeof create> | undefined;

export function partnerAuth(): ReturnType<typeof create> {
  instance ??= create();
  return instance;
}
