import "server-only";
import type { Role } from "../contract/define.ts";
import { log } from "../log.ts";
import { env } from "./env.ts";

type Mail = { to: string; subject: string; text: string };

export const mayMail = (): boolean => env().SMTP_URL !== undefined;

// Nobody waits long for somebody else's server: the link is shown as well.
const patience = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };

/** False where it could not be handed over; why is in the log, without what the mail says. */
export async function sendMail(mail: Mail): Promise<boolean> {
  const { SMTP_URL: url, MAIL_FROM, CARTWRIGHT_ORIGIN } = env();
  if (url === undefined) return false;
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({ url, ...patience });
  try {
    const address = MAIL_FROM ?? `cartwright@${new URL(CARTWRIGHT_ORIGIN).hostname}`;
    await transport.sendMail({ from: { name: "Cartwright", address }, ...mail });
    return true;
  } catch (cause) {
    log.error({ err: cause }, "a mail was not taken by the server of SMTP_URL");
    return false;
  } finally {
    transport.close();
  }
}

const sides: Record<Role, string> = {
  owner: "an owner",
  merchant: "a merchant",
  affiliate_manager: "an affiliate manager",
  analyst: "an analyst",
};

type Invited = { store: string; inviter: string; role: Role; link: string; days: number };

export function invitationMail({ store, inviter, role, link, days }: Invited): Omit<Mail, "to"> {
  return {
    subject: `${inviter} invites you to ${store}`,
    text: `Hello,

${inviter} invites you to ${store} as ${sides[role]}. Open this link to join:

${link}

It works once, and for ${days} days. If you did not expect it, do nothing.
`,
  };
}

export function resetMail({ name, link }: { name: string; link: string }): Omit<Mail, "to"> {
  return {
    subject: "Set a new password",
    text: `Hello ${name},

somebody asked for a new password for your account. Open this link to set one:

${link}

It works once, and for an hour. If it was not you, do nothing: your password stays as it is.
`,
  };
}
