import "server-only";
import { eq } from "drizzle-orm";
import * as z from "zod";
import { emailAddress } from "../../contract/desk/set-up.ts";
import { ApiError, isRecord } from "../../contract/errors.ts";
import { parse } from "../../contract/parse.ts";
import { partner, partnerPasskey } from "../../database/schema/desk-portal.ts";
import { isLocale } from "../../i18n/locales.ts";
import { clientAddress, countAttempt } from "../attempts.ts";
import { inBackground } from "../background.ts";
import { db } from "../db.ts";
import { type Acts, askLibrary, libraryResult, withCookies } from "../library.ts";
import { mayMail } from "../mail/send.ts";
import { mostPasskeys, refusalOf, requireSite, withMade, withName, withProof } from "../passkeys.ts";
import { json } from "../proxy.ts";
import { partnerAuth, partnerAuthBase } from "./auth.ts";
import { callerOfPages, enrol, findAffiliate, findPartner } from "./partners.ts";
import { type PartnerProgram, requireOpenProgram } from "./program.ts";
import { makeSignInLink, queueLink } from "./sign-in-link.ts";

const wanted = z.strictObject({ program: z.string().max(100), email: emailAddress, locale: z.string().max(20) });
const withToken = z.strictObject({
  token: z.string().regex(/^[A-Za-z]{32}$/, "Must be the token of a link."),
  locale: z.string().max(20),
});

const library = { base: partnerAuthBase, handler: (request: Request) => partnerAuth().handler(request) };

const callLibrary = (request: Request, path: string, body?: object) =>
  libraryResult(askLibrary(request, path, body, library), refusalOf);

const addressOf = (request: Request) => `partner ${clientAddress(request.headers)}`;

export const partnerActs: Acts = {
  /** The answer is the same for every address, and comes before anything is looked up. */
  "sign-in/link": async (request, body) => {
    const { program: slug, email, locale } = parse(wanted, body, "body");
    const program = await requireOpenProgram(slug);
    await countAttempt("sign-in-link", [`${slug} ${clientAddress(request.headers)}`, `${slug} ${email}`]);
    if (mayMail()) inBackground(mailLink(program, email, locale), "a link to sign in to a portal was not sent");
    return json({ ok: true });
  },

  "sign-in/verify": async (request, body) => {
    await countAttempt("sign-in", [addressOf(request)]);
    const { token, locale } = parse(withToken, body, "body");
    const verify = askLibrary(request, `magic-link/verify?token=${token}`, undefined, library);
    const { cookies, body: entered } = await libraryResult(verify, ended);
    // Mails are written in the language of the last sign-in.
    if (isLocale(locale) && isRecord(entered.user)) {
      await db()
        .update(partner)
        .set({ locale })
        .where(eq(partner.id, String(entered.user.id)));
    }
    return withCookies(cookies);
  },

  "passkey/generate-register-options": async (request, body) => {
    requireSite();
    parse(withName, body, "body");
    const { id, email } = await requireSignedIn(request);
    if ((await db().$count(partnerPasskey, eq(partnerPasskey.userId, id))) >= mostPasskeys) {
      throw new ApiError(409, "too_many", `You have ${mostPasskeys} passkeys. Remove one that you do not use.`);
    }
    const options = await callLibrary(request, `passkey/generate-register-options?name=${encodeURIComponent(email)}`);
    return withCookies(options.cookies, options.body);
  },

  "passkey/verify-registration": async (request, body) => {
    requireSite();
    await requireSignedIn(request);
    const { name, response } = parse(withMade, body, "body");
    await callLibrary(request, "passkey/verify-registration", { name, response });
    return withCookies([]);
  },

  "passkey/generate-authenticate-options": async (request) => {
    requireSite();
    await countAttempt("passkey", [addressOf(request)]);
    const options = await callLibrary(request, "passkey/generate-authenticate-options");
    return withCookies(options.cookies, { ...options.body, userVerification: "required" });
  },

  "passkey/verify-authentication": async (request, body) => {
    requireSite();
    const { response } = parse(withProof, body, "body");
    await countAttempt("sign-in", [addressOf(request)]);
    const { cookies } = await callLibrary(request, "passkey/verify-authentication", { response });
    return withCookies(cookies);
  },

  "sign-out": (request) => askLibrary(request, "sign-out", {}, library),
};

const ended = () => new ApiError(410, "link_ended", "This link was already used or has expired. Ask for a new one.");

async function requireSignedIn(request: Request) {
  const found = await findPartner(request.headers);
  if (!found) throw new ApiError(401, "signed_out", "Your session has ended. Sign in again.");
  return found;
}

async function mailLink(program: PartnerProgram, email: string, locale: string): Promise<void> {
  const { storeId, mode, slug } = program;
  const actor = { kind: "system", id: "portal", name: "Cartwright" } as const;
  const affiliate = await findAffiliate(await callerOfPages(program, { lane: "bulk", actor }), email);
  if (!affiliate) return;
  const row = await enrol({ storeId, mode }, affiliate);
  await queueLink(program, row, await makeSignInLink(row, slug), locale);
}
