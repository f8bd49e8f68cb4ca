import "server-only";
import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { isNews, type MailKind, type mailPlaceholders } from "../../../contract/desk/mail-words.ts";
import { mail, mailOptOut } from "../../../database/schema/desk-mail.ts";
import { type Executor, fromNow, inStoreMode, type StoreMode } from "../../db.ts";
import { notifyLive } from "../../notify.ts";
import { mayMail } from "../../wire/mail.ts";

type NewMail<K extends MailKind> = StoreMode & {
  kind: K;
  to: string;
  locale: string;
  about: Record<(typeof mailPlaceholders)[K][number], string>;
  /** A second mail of the same store and mode with this key is not queued. */
  once: string;
  /** How long the mail waits at least. */
  inMs?: number;
};

/** The mail is sent after the transaction, once. Without a mail server, only the log shows it. */
export async function queueMail<K extends MailKind>(tx: Executor, fresh: NewMail<K>): Promise<void> {
  const { storeId, mode, kind, about, inMs = 0, ...rest } = fresh;
  const to = rest.to.trim().toLowerCase();
  const refused = and(inStoreMode(mailOptOut, fresh), eq(mailOptOut.email, to), eq(mailOptOut.kind, kind));
  const unwanted = isNews(kind) && (await tx.$count(mailOptOut, refused)) > 0;
  const state = unwanted ? "unsubscribed" : mayMail() ? "queued" : "unsent";
  const queued = await tx
    .insert(mail)
    .values({ ...rest, storeId, mode, kind, about, to, id: `mail_${randomUUID()}`, state, nextAt: fromNow(inMs) })
    .onConflictDoNothing()
    .returning({ id: mail.id });
  await notifyLive(
    tx,
    ...queued.map(({ id }) => ({ store: storeId, mode, api: "desk" as const, resource: "mails", record: id })),
  );
}
