import "server-only";
import { timingSafeEqual } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type * as z from "zod";
import type { Role } from "../../contract/define.ts";
import { type ownerDraft, slugOf, type storeDraft } from "../../contract/desk/set-up.ts";
import { ApiError } from "../../contract/errors.ts";
import type { Transaction } from "../../database/client.ts";
import { member, store, user } from "../../database/schema/desk.ts";
import { deriveSecret } from "../../secret.ts";
import { sentence } from "../../sentences.ts";
import { db } from "../db.ts";
import { env } from "../env.ts";
import { noteDeed, operator } from "../memory/audit/record.ts";
import type { Actor, Store } from "../wire/call.ts";
import { connectEmbedded } from "../wire/upstream.ts";
import { insertPerson, joinStore } from "./members.ts";
import { hashPassword } from "./passwords.ts";

type Owner = z.infer<typeof ownerDraft>;
type StoreDraft = z.infer<typeof storeDraft> & { id?: string };

// Must differ from all other advisory locks in this database.
const setUpLock = 724_091_139;

/** The token is the same for every process and start, is printed until an owner exists, and is worthless afterwards. */
export function setUpToken(): string {
  return deriveSecret(env().CARTWRIGHT_SECRET, "setup-token", 24).toString("base64url");
}

export function isSetUpToken(token: string): boolean {
  const [sent, expected] = [Buffer.from(token), Buffer.from(setUpToken())];
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}

/** Of two requests at the same time, only one succeeds. */
export async function setUpFirst(owner: Owner, draft: StoreDraft): Promise<Store> {
  const passwordHash = await hashPassword(owner.password);
  const created = await db().transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${setUpLock})`);
    if ((await tx.$count(user)) > 0) {
      throw new ApiError(409, "already_set_up", sentence("setUpAlready"));
    }
    const userId = await insertPerson(tx, owner, passwordHash);
    const first = await insertStore(tx, userId, draft);
    await noteStore(tx, first.id, { kind: "person", id: userId, name: owner.name }, owner.email);
    return first;
  });
  await connectEmbedded(created);
  return created;
}

/** For the operator. Creates only what is missing, so that it can be run again. */
export async function setUpAgain(
  owner: Owner,
  draft: StoreDraft,
): Promise<{ store: Store; created: boolean; joined: boolean }> {
  const passwordHash = await hashPassword(owner.password);
  const result = await db().transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${setUpLock})`);
    const [person] = await tx.select().from(user).where(eq(user.email, owner.email));
    const userId = person?.id ?? (await insertPerson(tx, owner, passwordHash));
    const id = draft.id ?? slugOf(draft.name);
    const [existing] = await tx.select().from(store).where(eq(store.id, id));
    if (!existing) {
      const made = await insertStore(tx, userId, { ...draft, id });
      await noteStore(tx, id, operator, owner.email);
      return { store: made, created: true, joined: true };
    }
    const joined = await tx
      .insert(member)
      .values({ storeId: id, userId, role: "owner" })
      .onConflictDoNothing()
      .returning({ userId: member.userId });
    if (joined.length > 0) await noteMember(tx, id, userId, owner.email, null, "owner");
    return { store: existing, created: false, joined: joined.length > 0 };
  });
  await connectEmbedded(result.store);
  return result;
}

/** For the operator: adds a person without an invitation, or changes the role of an existing member. */
export async function addMember(person: Owner, storeId: string, role: Role): Promise<{ created: boolean }> {
  const passwordHash = await hashPassword(person.password);
  return db().transaction(async (tx) => {
    const [known] = await tx.select().from(user).where(eq(user.email, person.email));
    const userId = known?.id ?? (await insertPerson(tx, person, passwordHash));
    const before = await joinStore(tx, { storeId, userId, role });
    await noteMember(tx, storeId, userId, person.email, before, role);
    return { created: known === undefined };
  });
}

async function noteStore(tx: Transaction, storeId: string, actor: Actor, owner: string): Promise<void> {
  const change = { storeId, mode: null, actor, api: "desk", method: "POST", path: "/set-up" } as const;
  await noteDeed({ ...change, resource: "store", operation: "set_up", recordId: storeId }, { after: { owner } }, tx);
}

async function noteMember(
  tx: Transaction,
  storeId: string,
  userId: string,
  email: string,
  before: Role | null,
  after: Role,
): Promise<void> {
  const change = { storeId, mode: null, actor: operator, api: "desk", method: "POST", path: "/people" } as const;
  await noteDeed(
    { ...change, resource: "people", operation: before ? "change_role" : "add", recordId: userId },
    { before: before && { email, role: before }, after: { email, role: after } },
    tx,
  );
}

async function insertStore(tx: Transaction, userId: string, draft: StoreDraft): Promise<Store> {
  const id = draft.id ?? slugOf(draft.name);
  const values = { id, name: draft.name, currency: draft.currency, timeZone: draft.time_zone };
  await tx.insert(store).values(values);
  await tx.insert(member).values({ storeId: id, userId, role: "owner" });
  return values;
}
