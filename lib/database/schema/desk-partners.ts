import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, primaryKey, text } from "drizzle-orm/pg-core";
import { locales } from "../../contract/desk/locale-words.ts";
import { approvalRules, type Hint, type questionKinds } from "../../contract/desk/partner-words.ts";
import { desk, mode, storeId } from "./desk.ts";
import { bytes, createdAt, moment, textKey, updatedAt } from "./kernel.ts";

export type Question = { label: string; kind: (typeof questionKinds)[number]; required: boolean; options: string[] };

export type Grants = {
  commission_type?: string | undefined;
  commission_rate?: number | undefined;
  group?: string | null | undefined;
};

export type ApplicantDetails = { first_name: string; last_name: string; website?: string; country?: string };

/** The public side of an affiliate program: what its pages show, and who may join. */
export const partnerProgram = desk.table(
  "partner_program",
  {
    storeId: storeId(),
    mode: mode(),
    /** The word in the URLs of the program's pages. */
    slug: text("slug").notNull().unique(),
    /** Whether people can apply. */
    open: boolean("open").notNull().default(false),
    portalOpen: boolean("portal_open").notNull().default(false),
    name: text("name").notNull(),
    /** The language of partners whose own language is unknown. */
    locale: text("locale", { enum: locales }).notNull().default("en"),
    intro: text("intro").notNull().default(""),
    benefits: jsonb("benefits").$type<string[]>().notNull().default([]),
    /** The hosts that partners' links may lead to. */
    allowedHosts: jsonb("allowed_hosts").$type<string[]>().notNull().default([]),
    replyTo: text("reply_to"),
    accent: text("accent"),
    logo: bytes("logo"),
    logoType: text("logo_type"),
    questions: jsonb("questions").$type<Question[]>().notNull().default([]),
    approval: text("approval", { enum: approvalRules }).notNull().default("nobody"),
    /** The countries of applicants to whom the rule is limited; empty for all. */
    approvalCountries: jsonb("approval_countries").$type<string[]>().notNull().default([]),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.storeId, table.mode] })],
);

/** Each version is kept, because people have accepted it. */
export const partnerTerms = desk.table(
  "partner_terms",
  {
    storeId: storeId(),
    mode: mode(),
    version: integer("version").notNull(),
    text: text("text").notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.storeId, table.mode, table.version] })],
);

export const partnerInvitation = desk.table(
  "partner_invitation",
  {
    id: text("id").primaryKey(),
    storeId: storeId(),
    mode: mode(),
    email: text("email").notNull(),
    /** Fields of the affiliate to be created, such as a personal rate. */
    grants: jsonb("grants").$type<Grants>().notNull(),
    tokenHash: bytes("token_hash").notNull().unique(),
    invitedBy: text("invited_by").notNull(),
    expiresAt: moment("expires_at").notNull(),
    acceptedAt: moment("accepted_at"),
    revokedAt: moment("revoked_at"),
    createdAt: createdAt(),
  },
  (table) => [index("partner_invitation_store").on(table.storeId, table.mode, table.createdAt)],
);

export const partnerApplication = desk.table(
  "partner_application",
  {
    id: text("id").primaryKey(),
    storeId: storeId(),
    mode: mode(),
    email: text("email").notNull(),
    details: jsonb("details").$type<ApplicantDetails>().notNull(),
    /** With the questions as they were asked. */
    answers: jsonb("answers").$type<{ question: string; answer: string }[]>().notNull(),
    locale: text("locale").notNull(),
    invitationId: text("invitation_id"),
    grants: jsonb("grants").$type<Grants>().notNull().default({}),
    termsVersion: integer("terms_version"),
    consentedAt: moment("consented_at").notNull(),
    /** A keyed hash of the applicant's network, which only tells whether two applications came from the same one. */
    network: text("network"),
    tokenHash: bytes("token_hash").notNull().unique(),
    confirmedAt: moment("confirmed_at"),
    /** Null until the affiliate service has the affiliate. */
    affiliateId: text("affiliate_id"),
    /** When a confirmed application is handed to the affiliate service again, and why it was not taken. */
    tryAt: moment("try_at"),
    error: text("error"),
    errorKey: textKey("error_key"),
    hints: jsonb("hints").$type<Hint[]>().notNull().default([]),
    decidedAt: moment("decided_at"),
    createdAt: createdAt(),
  },
  (table) => [
    index("partner_application_store").on(table.storeId, table.mode, table.createdAt),
    index("partner_application_affiliate").on(table.storeId, table.mode, table.affiliateId),
    index("partner_application_network").on(table.storeId, table.mode, table.network),
    index("partner_application_due").on(table.tryAt).where(sql`try_at is not null`),
    index("partner_application_created").on(table.createdAt),
  ],
);
