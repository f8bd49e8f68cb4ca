import "server-only";
import { and, asc, eq } from "drizzle-orm";
import { cache } from "react";
import type { Role } from "../contract/define.ts";
import { ApiError } from "../contract/errors.ts";
import { isIdentifier } from "../contract/paths.ts";
import { member, store, user } from "../database/schema/desk.ts";
import { auth } from "./auth.ts";
import { db } from "./db.ts";

export type Person = {
  id: string;
  name: string;
  email: string;
  /** Where it is a browser that asks. */
  sessionId?: string;
};
export type Store = { id: string; name: string; currency: string; timeZone: string };
export type Membership = { person: Person; store: Store; role: Role };

/** The person of this request's session cookie. Memory lasts for one page render only. */
export const findPerson = cache(async (headers: Headers): Promise<Person | null> => {
  const found = await auth().api.getSession({ headers });
  if (!found) return null;
  const { id, name, email } = found.user;
  return { id, name, email, sessionId: found.session.id };
});

export async function findMembership(person: Person, storeId: string): Promise<Membership | null> {
  // An address may hold what the database does not take for text at all, such as a NUL.
  if (!isIdentifier(storeId)) return null;
  const [row] = await db()
    .select({ store, role: member.role })
    .from(member)
    .innerJoin(store, eq(store.id, member.storeId))
    .where(and(eq(member.userId, person.id), eq(member.storeId, storeId)));
  return row ? { person, role: row.role, store: row.store } : null;
}

/** A store that is not the person's own looks like one that does not exist. */
export async function requireMembership(headers: Headers, storeId: string): Promise<Membership> {
  const person = await findPerson(headers);
  if (!person) throw new ApiError(401, "signed_out", "Your session has ended. Sign in again.");
  const membership = await findMembership(person, storeId);
  if (!membership) throw new ApiError(404, "not_found", "There is no such store.");
  return membership;
}

export async function storesOf(personId: string): Promise<Store[]> {
  return db()
    .select({ id: store.id, name: store.name, currency: store.currency, timeZone: store.timeZone })
    .from(member)
    .innerJoin(store, eq(store.id, member.storeId))
    .where(eq(member.userId, personId))
    .orderBy(asc(store.name));
}

export async function isSetUp(): Promise<boolean> {
  return (await db().$count(user)) > 0;
}

/** For what the dashboard does by itself, for the store and not for a person. */
export function asSystem(store: Store): Membership {
  return { person: { id: "system", name: "Cartwright", email: "" }, store, role: "owner" };
}
