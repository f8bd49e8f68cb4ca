import "server-only";
import { createTranslator } from "next-intl";
import type { Transporter } from "nodemailer";
import { catalogueOf } from "../../i18n/catalogues.ts";
import { isLocale } from "../../i18n/locales.ts";
import { log } from "../../log.ts";
import { env } from "../env.ts";

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

export async function wordsIn<const N extends "mail" | "partnerMail">(wanted: string | null | undefined, namespace: N) {
  const locale = isLocale(wanted) ? wanted : "en";
  return createTranslator({ locale, messages: await catalogueOf(locale), namespace });
}
