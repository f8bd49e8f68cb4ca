import { sql } from "drizzle-orm";
import { index, jsonb, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { mailKinds, mailStates } from "../../contract/desk/mail-words.ts";
import { desk, mode, storeId } from "./desk.ts";
import { count, createdAt, moment, updatedAt } from "./kernel.ts";

const kind = () => text("kind", { enum: mailKinds }).notNull();

/** `sending` is committed before a mail is handed over, and a mail found in this state is not sent again. */
export const mail = desk.table(
  "mail",
  {
    id: text("id").primaryKey(),
    storeId: storeId(),
    mode: mode(),
    kind: kind(),
    to: text("to").notNull(),
    locale: text("locale").notNull(),
    /** The words of the text's placeholders. Links are removed once the mail was sent. */
    about: jsonb("about").$type<Record<string, string>>().notNull(),
    /** A second mail with the same key is not queued. */
    once: text("once").notNull(),
    state: text("state", { enum: mailStates }).notNull(),
    attempts: count("attempts"),
    nextAt: moment("next_at").notNull().default(sql`now()`),
    leaseToken: uuid("lease_token"),
    leaseUntil: moment("lease_until"),
    error: text("error"),
    createdAt: createdAt(),
    sentAt: moment("sent_at"),
  },
  (table) => [
    unique("mail_once").on(table.storeId, table.mode, table.once),
    index("mail_store").on(table.storeId, table.mode, table.createdAt),
    index("mail_state").on(table.storeId, table.mode, table.state, table.createdAt, table.id),
    index("mail_kind").on(table.storeId, table.mode, table.kind, table.createdAt, table.id),
    index("mail_created").on(table.createdAt),
    index("mail_due").on(table.nextAt).where(sql`state in ('queued', 'sending')`),
  ],
);

export const mailTemplate = desk.table(
  "mail_template",
  {
    storeId: storeId(),
    mode: mode(),
    kind: kind(),
    locale: text("locale").notNull(),
    subject: text("subject").notNull(),
    text: text("text").notNull(),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.storeId, table.mode, table.kind, table.locale] })],
);

export const mailOptOut = desk.table(
  "mail_opt_out",
  {
    storeId: storeId(),
    mode: mode(),
    email: text("email").notNull(),
    kind: kind(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.storeId, table.mode, table.email, table.kind] })],
);
