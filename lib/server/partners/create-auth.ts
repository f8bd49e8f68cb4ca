import "server-only";
import { betterAuth } from "better-auth";
import { magicLink } from "better-auth/plugins/magic-link";
import { partnerAuthBase } from "../../contract/partner/words.ts";
import { partner, partnerPasskey, partnerSession, partnerVerification } from "../../database/schema/desk-portal.ts";
import { deriveSecret } from "../../secret.ts";
import { env } from "../env.ts";
import { doorOptions, passkeys } from "../people/create-auth.ts";

// Apart from staff in everything: tables, secret, cookies and addresses. Nothing leads from one to the other.

const day = 24 * 60 * 60;

/** Partners come once a month rather than every day. */
const seconds = { lasting: 60 * day, seenEvery: 60 * 60 };

const linkMinutes = 30;

export function createPartnerAuth() {
  return betterAuth({
    ...doorOptions({
      basePath: partnerAuthBase,
      secret: deriveSecret(env().CARTWRIGHT_SECRET, "partner auth").toString("base64url"),
      cookiePrefix: "cartwright-partner",
      people: partner,
      tables: { session: partnerSession, verification: partnerVerification, passkey: partnerPasskey },
      seconds,
    }),
    user: { fields: { email: "login" } },
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
  });
}
