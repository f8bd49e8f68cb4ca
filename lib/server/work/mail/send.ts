import "server-only";
import { createTranslator } from "next-intl";
import type { Transporter } from "nodemailer";
import type { Role } from "../../../contract/define.ts";
import { catalogueOf } from "../../../i18n/catalogues.ts";
import { isLocale } from "../../../i18n/locales.ts";
import { log } from "../../../log.ts";
import { env } from "../../env.ts";

type Mail = { to: string; subject: string; text: string };

export const mayMail = (): boolean => env().SMTP_URL !== undefined;

export const senderAddress = (): string => env().MAIL_FROM ?? `cartwright@${new URL(env().CARTWRIGHT_ORIGIN).hostname}`;

// The mail server must respond quickly, because the link is shown on the screen as well.
const patience = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };

export async function openTransport(): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  return createTransport({ url: env().SMTP_URL, ...patience });
}

/** Returns false if the mail could not be handed over. The log has the reason, without the mail's text. */
export async function sendMail(mail: Mail): Promise<boolean> {
  if (!mayMail()) return false;
  const transport = await openTransport();
  try {
    await transport.sendMail({ from: { name: "Cartwright", address: senderAddress() }, ...mail });
    return true;
  } catch (cause) {
    log.error({ err: cause }, "a mail was not taken by the server of SMTP_URL");
    return false;
  } finally {
    transport.close();
  }
}

type Invited = { store: string; inviter: string; role: Role; link: string; days: number };

/** In the inviter's language, because the inviter knows the invited person. */
export async function invitationMail(about: Invited, locale: string | null | undefined): Promise<Omit<Mail, "to">> {
  const t = await wordsIn(locale, "mail");
  return { subject: t("invitation.subject", about), text: `${t("invitation.text", about)}\n` };
}

type Forgetful = { name: string; link: string };

export async function resetMail(about: Forgetful, locale: string | null): Promise<Omit<Mail, "to">> {
  const t = await wordsIn(locale, "mail");
  return { subject: t("reset.subject"), text: `${t("reset.text", about)}\n` };
}

export async function wordsIn<const N extends "mail" | "partnerMail">(wanted: string | null | undefined, namespace: N) {
  const locale = isLocale(wanted) ? wanted : "en";
  return createTranslator({ locale, messages: await catalogueOf(locale), namespace });
}
