import "server-only";
import { createHash } from "node:crypto";
import { isLocale } from "../../i18n/locales.ts";
import { db } from "../db.ts";
import { env } from "../env.ts";
import type { PartnerProgram } from "../memory/partner-program.ts";
import { queueMail } from "../work/mail/outbox.ts";
import { partnerAuth } from "./auth.ts";
import type { PartnerRow } from "./shut-out.ts";

/** The link works once. The page it opens asks for a press, because mail filters follow links. */
export async function makeSignInLink({ login }: Pick<PartnerRow, "login">, slug: string): Promise<string> {
  let token = "";
  const take = (made: string) => {
    token = made;
  };
  const { api } = await partnerAuth();
  await api.signInMagicLink({ body: { email: login, metadata: { take } }, headers: new Headers() });
  return new URL(`/partners/${slug}/sign-in/${token}`, env().CARTWRIGHT_ORIGIN).href;
}

/** In the partner's language, else in the one of the page or of the person who asked for the link. */
export async function queueLink(
  { storeId, mode, locale }: PartnerProgram,
  row: PartnerRow,
  link: string,
  asked: string | null | undefined,
): Promise<void> {
  await queueMail(db(), {
    storeId,
    mode,
    kind: "partner_sign_in",
    to: row.email,
    about: { link },
    locale: row.locale ?? (isLocale(asked) ? asked : locale),
    once: `partner_sign_in ${createHash("sha256").update(link).digest("base64url")}`,
  });
}
