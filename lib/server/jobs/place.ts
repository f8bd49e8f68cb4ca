import "server-only";
import { eq } from "drizzle-orm";
import { ApiError } from "../../contract/errors.ts";
import { user } from "../../database/schema/desk.ts";
import type { Actor } from "../audit/record.ts";
import type { Answer, Call } from "../call.ts";
import type { Api, Mode } from "../connections.ts";
import { db } from "../db.ts";
import type { Lane } from "../governor/budget.ts";
import { contracts, perform } from "../operations.ts";
import { findMembership, type Membership } from "../people.ts";

export type Place = { membership: Membership; mode: Mode; lane: Lane; actor: Actor };
export type Named = { api: Api; resource: string; operation: string };
export type Sent = Pick<Call, "params" | "query" | "body" | "headers" | "signal" | "ready">;

export function operationOf({ api, resource, operation: name }: Named) {
  const operation = contracts[api][resource]?.[name];
  if (!operation) throw new ApiError(400, "invalid_request", `${resource}.${name} is not an operation.`);
  return { resource, name, operation };
}

export function callOf(place: Place, named: Named, { params = {}, ...sent }: Partial<Sent>): Promise<Answer> {
  return perform({ ...place, api: named.api, found: operationOf(named), params, ...sent });
}

/** Reads the present role: the person may have left the store since. */
export async function membershipOf(personId: string, storeId: string): Promise<Membership | null> {
  const [person] = await db()
    .select({ id: user.id, name: user.name, email: user.email })
    .from(user)
    .where(eq(user.id, personId));
  return person ? findMembership(person, storeId) : null;
}
