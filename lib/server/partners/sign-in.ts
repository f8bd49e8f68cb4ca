import "server-only";
import { eq } from "drizzle-orm";
import * as z from "zod";
import { emailAddress } from "../../contract/desk/set-up.ts";
import { ApiError, isRecord } from "../../contract/errors.ts";
import { parse } from "../../contract/parse.ts";
import { partnerAuthBase } from "../../contract/partner/words.ts";
import { partner, partnerPasskey, partnerVerification } from "../../database/schema/desk-portal.ts";
import { isLocale } from "../../i18n/locales.ts";
import { sentence } from "../../sentences.ts";
import { db } from "../db.ts";
import { type PartnerProgram, requireOpenProgram } from "../memory/partner-program.ts";
import { type Acts, askLibrary, libraryResult, withCookies } from "../people/auth-library.ts";
import { callerNetwork, countAttempt } from "../people/guess-limits.ts";
import { passkeyActs } from "../people/passkeys.ts";
import { inBackground } from "../unawaited.ts";
import { json } from "../wire/http.ts";
import { mayMail } from "../wire/mail.ts";
import { partnerAuth } from "./auth.ts";
import { callerOfPages, enrol, findAffiliate, requirePartner } from "./partners.ts";
import { requireLogin, requirePasskeyOfSession } from "./shut-out.ts";
import { makeSignInLink, queueLink } from "./sign-in-link.ts";

const wanted = z.strictObject({ program: z.string().max(100), email: emailAddress, locale: z.string().max(20) });
const withToken = z.strictObject({
  token: z.string().regex(/^[A-Za-z]{32}$/, "Must be the token of a link."),
  locale: z.string().max(20),
});

const library = { base: partnerAuthBase, handler: async (request: Request) => (await partnerAuth()).handler(request) };

export const partnerActs: Acts = {
  /** The answer is the same for every address, and comes before anything is looked up. */
  "sign-in/link": async (request, body) => {
    const { program: slug, email, locale } = parse(wanted, body, "body");
    const program = await requireOpenProgram(slug, "portalOpen");
    await countAttempt("sign-in-link", [`${slug} ${callerNetwork(request.headers)}`, `${slug} ${email}`]);
    if (mayMail()) inBackground(mailLink(program, email, locale), "a link to sign in to a portal was not sent");
    return json({ ok: true });
  },

  "sign-in/verify": async (request, body) => {
    await countAttempt("sign-in", [`partner ${callerNetwork(request.headers)}`]);
    const { token, locale } = parse(withToken, body, "body");
    const verify = askLibrary(request, `magic-link/verify?token=${token}`, undefined, library);
    const { cookies, body: entered } = await libraryResult(verify, ended);
    if (!isRecord(entered.user)) throw ended();
    const id = String(entered.user.id);
    await requireLogin(id, entered.user.email);
    // Mails are written in the language of the last sign-in.
    if (isLocale(locale)) await db().update(partner).set({ locale }).where(eq(partner.id, id));
    return withCookies(cookies);
  },

  ...passkeyActs({
    passkeys: partnerPasskey,
    challenges: partnerVerification,
    library,
    caller: "partner",
    requireHolder: ({ headers }) => requirePartner(headers),
    noteAdded: requirePasskeyOfSession,
    async noteEntry(enter, credentialId) {
      const [owner] = await db()
        .select({ id: partner.id, login: partner.login })
        .from(partnerPasskey)
        .innerJoin(partner, eq(partner.id, partnerPasskey.userId))
        .where(eq(partnerPasskey.credentialID, credentialId));
      const { cookies } = await enter();
      if (owner) await requireLogin(owner.id, owner.login);
      return cookies;
    },
  }),

  "sign-out": (request) => askLibrary(request, "sign-out", {}, library),
};

const ended = () => new ApiError(410, "link_ended", sentence("linkEnded"));

async function mailLink(program: PartnerProgram, email: string, locale: string): Promise<void> {
  const actor = { kind: "system", id: "portal", name: "Cartwright" } as const;
  const caller = await callerOfPages(program, { lane: "bulk", actor });
  const affiliate = await findAffiliate(caller, email);
  if (!affiliate) return;
  const row = await enrol(caller, affiliate);
  if (row.email === email) await queueLink(program, row, await makeSignInLink(row, program.slug), locale);
}
