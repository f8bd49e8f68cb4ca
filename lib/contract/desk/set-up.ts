import * as z from "zod";
import { nameText } from "../common.ts";
import { inSchema } from "../sentences.ts";

/** No store may use these words, because they are addresses of the dashboard itself. */
const reserved = new Set([
  "api",
  "components",
  "health",
  "hooks",
  "invite",
  "join",
  "partners",
  "password",
  "r",
  "sdk",
  "services",
  "setup",
  "sign-in",
  "stores",
  "unsubscribe",
  "favicon",
  "icon",
]);

export const storeId = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, inSchema("small"))
  .max(40, inSchema("atMostCharacters", { count: 40 }))
  .refine((id) => !reserved.has(id), inSchema("wordReserved"));

const currency = z
  .string()
  .refine((code) => Intl.supportedValuesOf("currency").includes(code), inSchema("currency", { example: "EUR" }));

export const timeZone = z.string().refine(
  (zone) => {
    try {
      return Boolean(new Intl.DateTimeFormat("en", { timeZone: zone }));
    } catch {
      return false;
    }
  },
  inSchema("timeZone", { example: "Europe/Berlin" }),
);

export const emailAddress = z.email(inSchema("email")).max(254).toLowerCase();

export const newPassword = z
  .string()
  .min(12, inSchema("atLeastCharacters", { count: 12 }))
  .max(128, inSchema("atMostCharacters", { count: 128 }));

export const ownerDraft = z.strictObject({ name: nameText(80), email: emailAddress, password: newPassword });

export const storeDraft = z.strictObject({ name: nameText(80), currency, time_zone: timeZone });

export const setUpDraft = z.strictObject({
  token: z.string().min(1, inSchema("linkWithoutToken")),
  owner: ownerDraft,
  store: storeDraft,
  /** Fills the sandbox with a demo shop, if our own service answers for the sandbox. */
  demo: z.boolean().default(false),
});

export type SetUpDraft = z.input<typeof setUpDraft>;

/** The parts of a demo shop, in the order in which they are made. */
export const demoParts = ["offers", "sales", "webhooks", "program"] as const;
export type DemoPart = (typeof demoParts)[number];

/** One line of the response if there is a demo shop to make: first its parts, and last the store. */
export type SetUpLine = { part: DemoPart } | { store: string };

export function slugOf(name: string): string {
  const slug = name
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 32)
    .replace(/-+$/, "");
  return slug === "" || reserved.has(slug) ? `store${slug && `-${slug}`}` : slug;
}

const token = z.string().min(1, inSchema("linkWithoutToken")).max(200);

/** New people send a name and a password. People with an account are signed in already and send neither. */
export const acceptDraft = z.strictObject({ token, name: nameText(80).optional(), password: newPassword.optional() });

export const resetRequest = z.strictObject({ email: emailAddress });

export const passwordReset = z.strictObject({ token, password: newPassword });
