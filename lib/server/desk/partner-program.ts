import "server-only";
import { and, eq, inArray, isNotNull, ne } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { PartnerPage } from "../../contract/desk/partner-program.ts";
import { partnerInvite } from "../../contract/desk/partner-program.ts";
import type { Hint } from "../../contract/desk/partner-words.ts";
import type { ProgramPage } from "../../contract/desk/program-draft.ts";
import { ApiError, invalid } from "../../contract/errors.ts";
import { payoutDetails } from "../../database/schema/desk-bank.ts";
import { partnerApplication, partnerProgram, partnerTerms } from "../../database/schema/desk-partners.ts";
import { partner } from "../../database/schema/desk-portal.ts";
import { sentence } from "../../sentences.ts";
import { db, inDesk, isAmong, storeModeOf } from "../db.ts";
import { env } from "../env.ts";
import { currentTerms, logoPath, programOf } from "../memory/partner-program.ts";
import {
  invitePartners,
  listPartnerInvitations,
  openEmails,
  revokePartnerInvitation,
  toPartnerInvitation,
} from "../partners/invitations.ts";
import { imageType } from "../partners/logo.ts";
import { countAttempt } from "../people/guess-limits.ts";
import type { DeskContext, DeskHandlers } from "../wire/call.ts";
import { mayMail } from "../wire/mail.ts";
import { findRepeated, readLines, summaryOf } from "../work/jobs/import.ts";
import type { Column } from "../work/jobs/sheets.ts";

export const partner_program: DeskHandlers<"partner_program"> = {
  get: (_input, context) => readPage(context),

  async update({ body }, context) {
    const { terms, ...changes } = body;
    const storeMode = storeModeOf(context);
    const set = { ...columnsOf(changes), updatedAt: new Date() };
    const row = { ...(await programOf(storeMode)), ...set };
    await db().transaction(async (tx) => {
      const taken = { field: "slug", ...sentence("programTaken") };
      await tx
        .insert(partnerProgram)
        .values(row)
        .onConflictDoUpdate({ target: [partnerProgram.storeId, partnerProgram.mode], set })
        .catch((cause) => {
          throw isTaken(cause) ? invalid(taken) : cause;
        });
      if (terms === undefined || terms === ((await currentTerms(storeMode))?.text ?? "")) return;
      const version = (await tx.$count(partnerTerms, inDesk(partnerTerms, context))) + 1;
      await tx.insert(partnerTerms).values({ ...storeMode, version, text: terms });
    });
    return readPage(context);
  },

  async logo({ body: { image } }, context) {
    const logo = image === null ? null : Buffer.from(image, "base64");
    const set = { logo, logoType: logo && imageType(logo), updatedAt: new Date() };
    if (logo && !set.logoType) throw invalid({ field: "image", ...sentence("programImage") });
    const row = { ...(await programOf(storeModeOf(context))), ...set };
    const target = [partnerProgram.storeId, partnerProgram.mode];
    await db().insert(partnerProgram).values(row).onConflictDoUpdate({ target, set });
    return readPage(context);
  },
};

async function readPage(context: DeskContext): Promise<PartnerPage> {
  const storeMode = storeModeOf(context);
  const [program, people, terms, stuck] = await Promise.all([
    programOf(storeMode),
    db().$count(partner, and(inDesk(partner, context), isNotNull(partner.lastSeenAt))),
    currentTerms(storeMode),
    db()
      .select({ error: partnerApplication.error, key: partnerApplication.errorKey })
      .from(partnerApplication)
      .where(isStuck(context)),
  ]);
  return {
    open: program.open,
    portal_open: program.portalOpen,
    portal_people: people,
    slug: program.slug,
    name: program.name,
    locale: program.locale,
    reply_to: program.replyTo ?? "",
    intro: program.intro,
    benefits: program.benefits,
    accent: program.accent ?? "",
    allowed_hosts: program.allowedHosts,
    questions: program.questions,
    approval: program.approval,
    approval_countries: program.approvalCountries,
    terms: terms?.text ?? "",
    terms_version: terms?.version ?? null,
    terms_since: terms?.createdAt.toISOString() ?? null,
    address: new URL(`/join/${program.slug}`, env().CARTWRIGHT_ORIGIN).href,
    logo: logoPath(program),
    mail: mayMail(),
    stuck: stuck.length,
    stuck_reason: stuck[0]?.error ?? null,
    stuck_reason_key: stuck[0]?.key,
  };
}

const isStuck = (context: DeskContext) => and(inDesk(partnerApplication, context), isNotNull(partnerApplication.error));

function columnsOf(changes: Partial<Omit<ProgramPage, "terms">>) {
  const { portal_open, reply_to, accent, allowed_hosts, approval_countries, ...same } = changes;
  return {
    ...same,
    ...(portal_open !== undefined && { portalOpen: portal_open }),
    ...(reply_to !== undefined && { replyTo: reply_to || null }),
    ...(accent !== undefined && { accent: accent || null }),
    ...(allowed_hosts && { allowedHosts: allowed_hosts }),
    ...(approval_countries && { approvalCountries: approval_countries }),
  };
}

const isTaken = (cause: unknown) => (cause as { cause?: { constraint?: string } })?.cause?.constraint?.includes("slug");

export const partner_applications: DeskHandlers<"partner_applications"> = {
  async list({ query }, context) {
    const { affiliateId } = partnerApplication;
    const wanted = and(
      inDesk(partnerApplication, context),
      inArray(affiliateId, query.affiliates.split(",").slice(0, 100)),
    );
    const rows = await db()
      .select()
      .from(partnerApplication)
      .where(and(wanted, isNotNull(partnerApplication.confirmedAt)))
      .orderBy(partnerApplication.createdAt);
    const sharing = await sharedAccounts(
      context,
      rows.map((row) => row.affiliateId ?? ""),
    );
    return {
      data: rows.map((row) => ({
        id: row.id,
        affiliate_id: row.affiliateId ?? "",
        answers: row.answers,
        hints: [...row.hints, ...sharing.filter(({ id }) => id === row.affiliateId).map(({ hint }) => hint)],
        terms_version: row.termsVersion,
        consented_at: row.consentedAt.toISOString(),
        confirmed_at: row.confirmedAt?.toISOString() ?? "",
        invited: row.invitationId !== null,
      })),
    };
  },
};

/** Affiliates who are paid to the account of another one. */
async function sharedAccounts(context: DeskContext, ids: readonly string[]) {
  const other = alias(payoutDetails, "other");
  const same = and(
    eq(other.storeId, payoutDetails.storeId),
    eq(other.mode, payoutDetails.mode),
    eq(other.fingerprint, payoutDetails.fingerprint),
    ne(other.affiliateId, payoutDetails.affiliateId),
  );
  const rows = await db()
    .selectDistinct({ id: payoutDetails.affiliateId, other: other.affiliateId })
    .from(payoutDetails)
    .innerJoin(other, same)
    .where(and(inDesk(payoutDetails, context), isAmong(payoutDetails.affiliateId, ids)));
  const groups = Map.groupBy(rows, ({ id }) => id);
  return [...groups].map(([id, group]) => {
    const hint: Hint = { code: "same_payout", affiliates: group.map(({ other }) => other) };
    return { id, hint };
  });
}

const text = (name: string): Column => ({ name, path: name, form: "text" });
const sheet: readonly Column[] = [
  ...["email", "commission_type", "group"].map(text),
  { name: "commission_rate", path: "commission_rate", form: "number" },
];

const readInvites = (csv: string) => readLines(sheet, partnerInvite, csv);
const keyOf = ({ email }: Record<string, unknown>) => (typeof email === "string" ? email.trim().toLowerCase() : null);

/** Counted, because each invitation sends an email to any address. */
const countInvitations = ({ membership: { person } }: DeskContext) => countAttempt("invite", [`person ${person.id}`]);

export const partner_invitations: DeskHandlers<"partner_invitations"> = {
  list: async (_input, context) => ({ data: await listPartnerInvitations(context) }),

  async create({ body }, context) {
    await countInvitations(context);
    const [made] = await invitePartners(context, [body]);
    if (!made) {
      throw invalid({ field: "email", ...sentence("joinInvited") });
    }
    return { invitation: toPartnerInvitation(made.row), secret_link: made.link, mailed: mayMail() };
  },

  async revoke({ params }, context) {
    await revokePartnerInvitation(context, params.id);
    return { id: params.id, deleted: true };
  },

  async dry_run({ body }, context) {
    const read = await readInvites(body.csv);
    const { first, repeated } = findRepeated(read.lines, keyOf);
    const open = await openEmails(storeModeOf(context));
    const existing = [...first].flatMap(([email, line]) => (open.has(email) ? [{ line, id: email }] : []));
    return { ...summaryOf(read), repeated, existing, compared: open.size };
  },

  /** Leaves out lines with problems and people who are already invited. */
  async import_csv({ body }, context) {
    await countInvitations(context);
    const open = await openEmails(storeModeOf(context));
    const { lines } = await readInvites(body.csv);
    const invites = new Map(
      lines
        .filter(({ problems }) => problems.length === 0)
        .map((line) => partnerInvite.parse(line.body))
        .filter(({ email }) => !open.has(email))
        .map((invite) => [invite.email, invite]),
    );
    if (invites.size > 1000) throw new ApiError(400, "invalid_request", sentence("joinTooMany"));
    const made = invites.size > 0 ? await invitePartners(context, [...invites.values()]) : [];
    return { invited: made.length };
  },
};
