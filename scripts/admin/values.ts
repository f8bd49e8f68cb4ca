import { text as readAll } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import type * as z from "zod";
import { withSubject } from "../../lib/contract/errors.ts";
import { scopesOf, storefrontScope } from "../../lib/contract/scopes.ts";
import { store as storeTable, user } from "../../lib/database/schema/desk.ts";
import { db } from "../../lib/server/db.ts";
import { apis } from "../../lib/server/wire/connections.ts";
import type { DemoOptions } from "../../lib/server/wire/upstream.ts";
import type { Values } from "./arguments.ts";
import { Refusal } from "./arguments.ts";

export function required(value: string | undefined, name: string): string {
  if (value === undefined || value === "") throw new Refusal(`--${name} is required.`, 2);
  return value;
}

export async function requirePerson(values: Values): Promise<{ id: string; email: string }> {
  const email = required(values.email, "email").toLowerCase();
  const [person] = await db().select().from(user).where(eq(user.email, email));
  if (!person) throw new Refusal(`There is no account with the email ${email}.`);
  return person;
}

export async function requireStore(values: Values) {
  const id = required(values.store, "store");
  const [row] = await db().select().from(storeTable).where(eq(storeTable.id, id));
  if (!row) throw new Refusal(`There is no store ${id}.`);
  return row;
}

export function requireOneOf<T extends string>(known: readonly T[], value: string | undefined, name: string): T {
  const found = known.find((each) => each === required(value, name));
  const words = known.length > 2 ? `one of ${known.join(", ")}` : known.join(" or ");
  if (found === undefined) throw new Refusal(`--${name} must be ${words}.`, 2);
  return found;
}

export async function readPassword(values: Values): Promise<string | undefined> {
  return values["password-stdin"] ? (await readAll(process.stdin)).trimEnd() : values.password;
}

export function readScopes(list: string): string[] {
  const known = apis.flatMap((api) => Object.keys(scopesOf[api]));
  const scopes = list === "all" ? known : list.split(",").map((scope) => scope.trim());
  const unknown = scopes.filter((scope) => !known.includes(scope) && scope !== storefrontScope);
  if (unknown.length > 0)
    throw new Refusal(`Unknown scope ${unknown.join(", ")}. The scopes are ${known.join(", ")}.`, 2);
  return scopes;
}

export function demoOptions({ seed = "1", visits }: Values): DemoOptions {
  if (!/^\d{1,9}$/.test(seed)) throw new Refusal("--seed must be a whole number of at most nine digits.", 2);
  if (visits === undefined) return { seed: Number(seed) };
  // With fewer visits, the demo's experiments would not have enough visitors for their results.
  if (!/^[1-9]\d{4,5}$/.test(visits) || Number(visits) < 60_000) {
    throw new Refusal("--visits must be a whole number from 60000 to 999999.", 2);
  }
  return { seed: Number(seed), visits: Number(visits) };
}

export function check<S extends z.ZodType>(schema: S, value: unknown, name?: string): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => {
    const option = (name ?? issue.path.join(".")).replace("time_zone", "timezone");
    const missing = issue.code === "invalid_type" && issue.input === undefined;
    return withSubject(`--${option}`, missing || value === undefined ? "This is required." : issue.message);
  });
  throw new Refusal(lines.join("\n"), 2);
}
