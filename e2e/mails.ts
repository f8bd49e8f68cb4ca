import type { openMailbox } from "../lib/testing/smtp.ts";
import { expect } from "./fixtures.ts";

type Mailbox = Awaited<ReturnType<typeof openMailbox>>;

export const subjectsIn = ({ mails }: Mailbox) =>
  mails.map(({ headers }) => /^Subject: (.*)$/m.exec(headers)?.[1] ?? "");

/** The link of the latest mail with this subject, to sign in or to confirm something. */
export async function linkIn(mailbox: Mailbox, subject: RegExp): Promise<string> {
  const found = () => mailbox.mails.findLast((_, at) => subject.test(subjectsIn(mailbox)[at] ?? ""));
  await expect.poll(found).toBeDefined();
  return /http:\/\/\S+\/(?:sign-in|confirm)\/[\w-]+/.exec(found()?.text ?? "")?.[0] ?? "";
}
