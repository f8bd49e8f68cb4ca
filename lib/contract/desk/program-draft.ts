import * as z from "zod";
import { affiliateDraft } from "../affiliate/affiliate-draft.ts";
import { longText, nameText, oneOf } from "../common.ts";
import { inSchema } from "../sentences.ts";
import { locales } from "./locale-words.ts";
import { approvalRules, questionKinds } from "./partner-words.ts";
import { emailAddress, storeId } from "./set-up.ts";

const long = (max: number) => z.union([z.literal(""), longText(max)]);

const question = z
  .strictObject({
    label: nameText(200),
    kind: oneOf(questionKinds),
    required: z.boolean(),
    options: z.array(nameText(100)).max(20, inSchema("mostThings", { count: 20, things: "options" })),
  })
  .refine(({ kind, options }) => kind !== "choice" || options.length >= 2, {
    path: ["options"],
    error: inSchema("programOptions"),
  });

const host = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^([a-z0-9-]+\.)+[a-z]{2,}$/, inSchema("programHost"));

const countries = z
  .array(affiliateDraft.shape.country.unwrap().unwrap())
  .max(250, inSchema("mostThings", { count: 250, things: "entries" }));

export const programDraft = z.strictObject({
  /** Whether people can apply. */
  open: z.boolean(),
  portal_open: z.boolean(),
  slug: storeId,
  name: nameText(80),
  locale: oneOf(locales),
  reply_to: z.union([z.literal(""), emailAddress]),
  intro: long(2000),
  benefits: z.array(nameText(200)).max(8, inSchema("mostThings", { count: 8, things: "entries" })),
  accent: z.union([z.literal(""), z.string().regex(/^#[0-9a-f]{6}$/i, inSchema("programColour"))]),
  allowed_hosts: z.array(host).max(50, inSchema("mostThings", { count: 50, things: "entries" })),
  questions: z.array(question).max(12, inSchema("mostThings", { count: 12, things: "entries" })),
  terms: long(50_000),
  approval: oneOf(approvalRules),
  approval_countries: countries,
});

export type ProgramPage = z.infer<typeof programDraft>;
