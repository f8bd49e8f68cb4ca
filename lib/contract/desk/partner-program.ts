import * as z from "zod";
import { affiliateDraft } from "../affiliate/affiliate-draft.ts";
import { managers, readers } from "../affiliate/fields.ts";
import {
  confirmation,
  hasFields,
  nothingToChange,
  oneOf,
  personName,
  text,
  textKey,
  timestamp,
  webUrl,
} from "../common.ts";
import { defineContract } from "../define.ts";
import { inSchema } from "../sentences.ts";
import { csvText, dryRun, largestCsvBody } from "./jobs.ts";
import { locales } from "./locale-words.ts";
import { hintCodes } from "./partner-words.ts";
import { programDraft } from "./program-draft.ts";
import { emailAddress } from "./set-up.ts";

const programPage = programDraft.extend({
  /** The address of the public page. */
  address: z.string(),
  logo: z.string().nullable(),
  terms_version: z.number().int().nullable(),
  terms_since: timestamp.nullable(),
  /** How many affiliates have signed in to the portal, who can use it while it is open. */
  portal_people: z.number().int(),
  /** Whether a mail server is set up. Without one, mails are only shown. */
  mail: z.boolean(),
  /** Confirmed applications that the affiliate service has not taken yet, and why. */
  stuck: z.number().int(),
  stuck_reason: z.string().nullable(),
  stuck_reason_key: textKey,
});

export type PartnerPage = z.infer<typeof programPage>;

const patch = programDraft.partial().refine(hasFields, nothingToChange);

const answer = z.object({ question: z.string(), answer: z.string() });
const hint = z.object({
  code: z.enum(hintCodes),
  affiliates: z.array(z.string()).optional(),
  detail: z.string().optional(),
});

const application = z.object({
  id: z.string(),
  affiliate_id: z.string(),
  answers: z.array(answer),
  hints: z.array(hint),
  terms_version: z.number().int().nullable(),
  consented_at: timestamp,
  confirmed_at: timestamp,
  invited: z.boolean(),
});

export type PartnerApplication = z.infer<typeof application>;

const grants = affiliateDraft.shape;

/** What is promised to an invited person: a personal rate, a group, or neither. */
export const partnerInvite = z
  .strictObject({
    email: emailAddress,
    commission_type: grants.commission_type,
    commission_rate: grants.commission_rate,
    group: grants.group,
  })
  .refine(({ commission_type: type, commission_rate: rate }) => (type === undefined) === (rate === undefined), {
    path: ["commission_rate"],
    error: inSchema("joinRateAndType"),
  })
  .refine(({ commission_type: type, commission_rate: rate = 0 }) => type !== "percentage" || rate <= 100, {
    path: ["commission_rate"],
    error: inSchema("between", { least: 0, most: 100 }),
  });

const invitation = z.object({
  id: z.string(),
  email: z.string(),
  commission_type: z.string().nullable(),
  commission_rate: z.number().nullable(),
  group: z.string().nullable(),
  invited_by: z.string(),
  created_at: timestamp,
  expires_at: timestamp,
  state: z.enum(["open", "accepted", "revoked", "expired"]),
});

export type PartnerInvitation = z.infer<typeof invitation>;

const csv = { body: z.strictObject({ csv: csvText }), largestBody: largestCsvBody };
const csvExample = {
  example: { csv: "email,commission_type,commission_rate,group\nmira@example.com,percentage,15,VIP" },
};

export const partnerProgram = defineContract({
  partner_program: {
    get: {
      method: "GET",
      path: "/partner-program",
      roles: readers,
      summary: "Read the public page of the affiliate program",
      response: programPage,
    },
    update: {
      method: "PATCH",
      path: "/partner-program",
      roles: managers,
      summary: "Change the public page of the affiliate program",
      body: patch,
      example: { open: true, portal_open: true },
      response: programPage,
      before: "get",
    },
    logo: {
      method: "PUT",
      path: "/partner-program/logo",
      roles: managers,
      summary: "Set or remove the logo of the affiliate program",
      body: z.strictObject({
        image: z
          .base64("Must be an image in base64.")
          .max(280_000, inSchema("atMost", { most: "200 KB" }))
          .nullable(),
      }),
      largestBody: 512 * 1024,
      example: { image: null },
      response: programPage,
    },
  },
  partner_applications: {
    list: {
      method: "GET",
      path: "/partner-applications",
      roles: readers,
      summary: "Read the applications that people sent through the public page",
      query: z.object({ affiliates: text(5000).describe("IDs of affiliates, separated by commas.") }),
      response: z.object({ data: z.array(application) }),
    },
  },
  partner_invitations: {
    list: {
      method: "GET",
      path: "/partner-invitations",
      roles: readers,
      summary: "List invitations to the affiliate program, newest first",
      response: z.object({ data: z.array(invitation) }),
    },
    create: {
      method: "POST",
      path: "/partner-invitations",
      roles: managers,
      summary: "Invite a person to the affiliate program",
      body: partnerInvite,
      example: { email: "mira@example.com", commission_type: "percentage", commission_rate: 15, group: "VIP" },
      response: z.object({ invitation, secret_link: z.string(), mailed: z.boolean() }),
      secrets: ["secret_link"],
      status: 201,
    },
    revoke: {
      method: "DELETE",
      path: "/partner-invitations/:id",
      roles: managers,
      summary: "Revoke an invitation to the affiliate program",
      response: confirmation,
    },
    dry_run: {
      method: "POST",
      path: "/partner-invitations/dry-run",
      roles: managers,
      summary: "Check each line of a CSV file with invitations without inviting anybody",
      ...csv,
      ...csvExample,
      response: dryRun,
      unaudited: true,
    },
    import_csv: {
      method: "POST",
      path: "/partner-invitations/csv",
      roles: managers,
      summary: "Invite the people of a CSV file to the affiliate program",
      ...csv,
      ...csvExample,
      response: z.object({ invited: z.number().int() }),
    },
  },
});

const details = affiliateDraft.shape;

/** What an applicant sends. `url` is a field that people do not see and only programs fill in. */
export const joinDraft = z.strictObject({
  first_name: personName(80),
  last_name: personName(80),
  email: emailAddress,
  website: webUrl.optional(),
  country: details.country.unwrap().unwrap().optional(),
  answers: z
    .array(
      z
        .string()
        .trim()
        .max(2000, inSchema("atMostCharacters", { count: 2000 })),
    )
    .max(12),
  terms_version: z.number().int().nullable(),
  consent: z.literal(true, { error: inSchema("joinConsent") }),
  locale: oneOf(locales),
  invitation: z.string().max(200).optional(),
  url: z.string().max(500).optional(),
  challenge: z.string().max(500),
  proof: z.number().int().min(0),
});

export type JoinDraft = z.infer<typeof joinDraft>;
