import "server-only";
import * as z from "zod";
import { securityContact } from "./security-text.ts";

const blank = (value: unknown) => (value === "" ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blank, schema.optional());

const baseUrl = z
  .url({ protocol: /^https?$/, error: "Must be an http or https address." })
  .refine((value) => new URL(value).pathname.endsWith("/v1"), "Must end in /v1.")
  .refine((value) => !/[?#@]/.test(value), "Must not contain a query, a fragment or credentials.");

const limits = z
  .string()
  .regex(/^\d+,\d+,\d+$/, "Must be three numbers: calls in a second, a minute and an hour, such as 20,120,3600.")
  .transform((value) => value.split(",").map(Number) as [number, number, number])
  .refine((numbers) => numbers.every((number) => number > 0), "Must be more than 0.")
  .transform(([burst, minute, hour]) => ({ burst, minute, hour }));

const schema = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: "Must be a postgres:// address." }),
  /** The same database, not through a pool in transaction mode. */
  DATABASE_SESSION_URL: optional(z.url({ protocol: /^postgres(ql)?$/, error: "Must be a postgres:// address." })),
  /** A standby of the same database, for reports and lists of what happened. */
  DATABASE_READ_URL: optional(z.url({ protocol: /^postgres(ql)?$/, error: "Must be a postgres:// address." })),
  /** For requests only; background work has connections of its own. */
  DATABASE_CONNECTIONS: z.preprocess(blank, z.coerce.number().int().min(3).max(500).default(10)),
  CARTWRIGHT_SECRET: z.string().min(32, "Must be at least 32 characters."),
  CARTWRIGHT_ORIGIN: z.url({ protocol: /^https?$/, error: "Must be the address that people open." }),
  CHECKOUT_API_URL: optional(baseUrl),
  CHECKOUT_SANDBOX_API_URL: optional(baseUrl),
  AFFILIATE_API_URL: optional(baseUrl),
  AFFILIATE_SANDBOX_API_URL: optional(baseUrl),
  /** The affiliate specification shows no authentication. A header that is set here is tried first. */
  AFFILIATE_API_KEY_HEADER: optional(z.string().regex(/^[A-Za-z][A-Za-z0-9-]*$/, "Must be the name of a header.")),
  CHECKOUT_API_LIMITS: optional(limits),
  AFFILIATE_API_LIMITS: optional(limits),
  /** smtp://user:password@host:587, or smtps:// for TLS from the start. */
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/, error: "Must be an smtp:// or smtps:// address." })),
  MAIL_FROM: optional(z.email("Must be an email address.")),
  /** Where people report a vulnerability of this installation, as /.well-known/security.txt says. */
  SECURITY_CONTACT: optional(securityContact),
  /** Where the activity is copied to, line by line. */
  AUDIT_FILE: optional(z.string().startsWith("/", "Must be an absolute path.")),
  TRACE_UPSTREAMS: optional(z.enum(["0", "1"])),
  /** Whether the page /components is served, which shows developers every component. */
  CARTWRIGHT_COMPONENTS: optional(z.enum(["0", "1"])),
  UPSTREAM_TIMEOUT_MS: z.preprocess(blank, z.coerce.number().int().min(100).max(120_000).default(20_000)),
});

export type Env = z.infer<typeof schema> & { DATABASE_SESSION_URL: string };

let parsed: Env | undefined;

/** Parsed at boot; nothing else on this side reads the environment. */
export function env(): Env {
  if (parsed) return parsed;
  const result = schema.safeParse(process.env);
  if (!result.success) throw new Error(`Configuration is not valid.\n${z.prettifyError(result.error)}`);
  const { DATABASE_URL, DATABASE_SESSION_URL = DATABASE_URL } = result.data;
  parsed = { ...result.data, DATABASE_SESSION_URL };
  return parsed;
}
