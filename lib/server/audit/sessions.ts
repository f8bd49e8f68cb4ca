import "server-only";
import { eq } from "drizzle-orm";
import type { ApiError } from "../../contract/errors.ts";
import { user } from "../../database/schema/desk.ts";
import { log } from "../../log.ts";
import { db } from "../db.ts";
import { type Person, storesOf } from "../people.ts";
import { noteDeed } from "./record.ts";

/** Recorded in the chain of each of the person's stores. An unknown email is recorded in none. */
export async function noteSignIn(email: string, ok: boolean, operation = "sign_in"): Promise<void> {
  await quietly(async () => {
    const [person] = await db().select().from(user).where(eq(user.email, email.trim().toLowerCase()));
    if (person) await note(person, operation, ok);
  });
}

export const noteSignOut = (person: Person): Promise<void> => quietly(() => note(person, "sign_out", true));

/** Records a change to the person's own account in all of their stores, except `but`, whose row exists already. */
export const noteAccount = (person: Pick<Person, "id" | "name">, operation: string, but?: string): Promise<void> =>
  quietly(() => noteOfAccount(person, operation, {}, but));

export const noteRefused = (person: Person, operation: string, { status, code, message }: ApiError): Promise<void> =>
  quietly(() => noteOfAccount(person, operation, { outcome: "refused", status, code, note: message }));

async function noteOfAccount(
  person: Pick<Person, "id" | "name">,
  operation: string,
  end: Parameters<typeof noteDeed>[1],
  but?: string,
): Promise<void> {
  for (const store of await storesOf(person.id)) {
    if (store.id === but) continue;
    const deed = {
      ...placeOf(store.id, person),
      resource: "account",
      operation,
      method: "POST",
      path: "/account",
    } as const;
    await noteDeed(deed, end);
  }
}

async function note({ id, name }: Pick<Person, "id" | "name">, operation: string, ok: boolean): Promise<void> {
  for (const store of await storesOf(id)) {
    const place = placeOf(store.id, { id, name });
    await noteDeed(
      { ...place, resource: "session", operation, method: "POST", path: `/${operation}` },
      ok ? {} : { outcome: "refused", status: 401 },
    );
  }
}

const placeOf = (storeId: string, { id, name }: Pick<Person, "id" | "name">) => ({
  ...({ storeId, mode: null, actor: { kind: "person", id, name }, api: "desk", recordId: id } as const),
});

async function quietly(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    log.error({ err: cause }, "a sign-in or sign-out was not noted");
  }
}
