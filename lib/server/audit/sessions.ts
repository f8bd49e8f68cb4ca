import "server-only";
import { eq } from "drizzle-orm";
import { user } from "../../database/schema/desk.ts";
import { log } from "../../log.ts";
import { db } from "../db.ts";
import { type Person, storesOf } from "../people.ts";
import { noteDeed } from "./record.ts";

/** In the chain of each of the person's stores. An address that is nobody's is in none. */
export async function noteSignIn(email: string, ok: boolean): Promise<void> {
  await quietly(async () => {
    const [person] = await db().select().from(user).where(eq(user.email, email.trim().toLowerCase()));
    if (person) await note(person, "sign_in", ok);
  });
}

export const noteSignOut = (person: Person): Promise<void> => quietly(() => note(person, "sign_out", true));

async function note({ id, name }: Pick<Person, "id" | "name">, operation: string, ok: boolean): Promise<void> {
  for (const store of await storesOf(id)) {
    const place = { storeId: store.id, mode: null, actor: { kind: "person", id, name }, api: "desk" } as const;
    await noteDeed(
      { ...place, resource: "session", operation, method: "POST", path: `/${operation}`, recordId: id },
      ok ? {} : { outcome: "refused", status: 401 },
    );
  }
}

async function quietly(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    log.error({ err: cause }, "a sign-in or sign-out was not noted");
  }
}
