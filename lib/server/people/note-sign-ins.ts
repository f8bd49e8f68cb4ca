import "server-only";
import { eq } from "drizzle-orm";
import type { ApiError } from "../../contract/errors.ts";
import { user } from "../../database/schema/desk.ts";
import { log } from "../../log.ts";
import { db } from "../db.ts";
import { noteDeed, noteOf } from "../memory/audit/record.ts";
import type { Person } from "../wire/call.ts";
import { storesOf } from "./sessions.ts";

type Known = Pick<Person, "id" | "name">;
type End = Parameters<typeof noteDeed>[1];

const session = (operation: string) => ({ resource: "session", operation, path: `/${operation}` });
const account = (operation: string) => ({ resource: "account", operation, path: "/account" });

/** Recorded in the chain of each of the person's stores. An unknown email is recorded in none. */
export const noteSignIn = (email: string, ok: boolean, operation = "sign_in"): Promise<void> =>
  quietly(async () => {
    const [person] = await db().select().from(user).where(eq(user.email, email.trim().toLowerCase()));
    if (person) await note(person, session(operation), ok ? {} : { outcome: "refused", status: 401 });
  });

export const noteSignOut = (person: Person): Promise<void> => quietly(() => note(person, session("sign_out")));

/** Records a change to the account in all stores of the person, except `but`, whose row exists already. */
export const noteAccount = (person: Known, operation: string, but?: string): Promise<void> =>
  quietly(() => note(person, account(operation), {}, but));

export const noteRefused = (person: Person, operation: string, { status, code, sentence }: ApiError): Promise<void> =>
  quietly(() => note(person, account(operation), { outcome: "refused", status, code, ...noteOf(sentence) }));

async function note({ id, name }: Known, what: ReturnType<typeof session>, end?: End, but?: string): Promise<void> {
  const actor = { kind: "person", id, name } as const;
  for (const { store } of await storesOf(id)) {
    if (store.id === but) continue;
    const deed = { storeId: store.id, mode: null, actor, api: "desk", recordId: id, method: "POST", ...what } as const;
    await noteDeed(deed, end);
  }
}

async function quietly(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    log.error({ err: cause }, "a sign-in or sign-out was not noted");
  }
}
