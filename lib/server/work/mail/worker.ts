import "server-only";
import { randomUUID } from "node:crypto";
import { and, eq, lt, lte, sql } from "drizzle-orm";
import type { Transporter } from "nodemailer";
import { claim as claimRows } from "../../../database/claim.ts";
import { mail } from "../../../database/schema/desk-mail.ts";
import { repeat } from "../../../repeat.ts";
import { db, fromNow, now } from "../../db.ts";
import { tellLive } from "../../notify.ts";
import { mayMail, openTransport } from "../../wire/mail.ts";
import { type MailRow, renderMail } from "./render.ts";

const minute = 60_000;
/** Longer than the mail server is given for its responses. */
const leaseMs = 2 * minute;
const retryMs = [1, 5, 15, 60, 240, 720, 1440].map((minutes) => minutes * minute);

export const startMail = () =>
  repeat((signal) => sendDue(signal), { everyMs: 1_000, failure: "mails were not sent", pulse: "mail" });

export async function sendDue(signal?: AbortSignal): Promise<void> {
  await db()
    .update(mail)
    .set({ state: "uncertain", error: "The process ended while the mail was being handed over." })
    .where(and(eq(mail.state, "sending"), lt(mail.leaseUntil, now)));
  if (!mayMail()) return;
  let transport: Transporter | undefined;
  try {
    for (let row = await claim(); row; row = signal?.aborted ? undefined : await claim()) {
      const reached = transport ?? (await reach(row));
      if (!reached) return;
      transport = reached;
      await handOver(row, transport);
    }
  } finally {
    transport?.close();
  }
}

async function claim(): Promise<MailRow | undefined> {
  const due = { where: and(eq(mail.state, "queued"), lte(mail.nextAt, now)), order: mail.nextAt, limit: 1 };
  const lease = { leaseToken: randomUUID(), leaseUntil: fromNow(leaseMs) };
  const attempts = sql`${mail.attempts} + 1`;
  const [row] = await claimRows(db(), mail, due, { state: "sending", ...lease, attempts });
  return row;
}

/** Signs in at the mail server. A failure up to here proves that the mail was not sent. */
async function reach(row: MailRow): Promise<Transporter | undefined> {
  const transport = await openTransport();
  try {
    await transport.verify();
    return transport;
  } catch (cause) {
    transport.close();
    await settle(row, { error: wordsOf(cause), ...later(row) });
    return undefined;
  }
}

/** Once a mail is being handed over, only a response of the mail server proves that it was not taken. */
async function handOver(row: MailRow, transport: Transporter): Promise<void> {
  let begun = false;
  try {
    const message = { ...(await renderMail(row)), messageId: `<${row.id}@cartwright>` };
    begun = true;
    await transport.sendMail(message);
    await settle(row, { state: "sent", sentAt: now, error: null, about: sql`${mail.about} - 'link'` });
  } catch (cause) {
    const { responseCode } = cause as { responseCode?: number };
    const unclear = begun && responseCode === undefined;
    const refused = responseCode !== undefined && responseCode >= 500;
    const end = unclear ? { state: "uncertain" } : refused ? { state: "failed" } : later(row);
    await settle(row, { error: wordsOf(cause), ...end });
  }
}

function later({ attempts }: MailRow) {
  const wait = retryMs[attempts - 1];
  return wait === undefined ? { state: "failed" } : { state: "queued", nextAt: fromNow(wait) };
}

async function settle({ id, leaseToken, storeId, mode }: MailRow, end: object): Promise<void> {
  await db()
    .update(mail)
    .set({ ...end, leaseUntil: null })
    .where(and(eq(mail.id, id), eq(mail.leaseToken, leaseToken ?? "")));
  await tellLive({ store: storeId, mode, api: "desk", resource: "mails", record: id });
}

const wordsOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause)).slice(0, 500);
