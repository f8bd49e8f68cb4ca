import "server-only";
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import { cache } from "react";
import { ApiError } from "../../contract/errors.ts";
import { isIdentifier } from "../../contract/paths.ts";
import { busy, prepared } from "../../database/client.ts";
import { connection, member, rateBudget, session, store, user } from "../../database/schema/desk.ts";
import { sentence } from "../../sentences.ts";
import { db } from "../db.ts";
import type { Membership, Person } from "../wire/call.ts";
import type { ConnectionId, StoredKey } from "../wire/connections.ts";
import { sessionSeconds } from "./auth-settings.ts";
import { auth, authContext } from "./load-auth.ts";

type Session = { person: Person; memberships: Membership[] };

export const findSession = cache(async (headers: Headers): Promise<Session | null> => {
  const token = await signedToken(headers);
  const [known] = token === null ? [] : await sessionStatement().execute(freshOf(token));
  if (known) return sessionOf(toPerson(known), known.memberships);
  const person = await askLibrary(headers);
  return person && sessionOf(person, await storesOf(person.id));
});

const sessionOf = (person: Person, memberships: readonly StoreRole[]): Session => ({
  person,
  memberships: memberships.map((one) => ({ person, ...one })),
});

export const findPerson = async (headers: Headers): Promise<Person | null> =>
  (await findSession(headers))?.person ?? null;

/** For unusual cases: a session may have to be renewed, or there may be none. */
async function askLibrary(headers: Headers): Promise<Person | null> {
  const { api } = await auth();
  const found = await api.getSession({ headers }).catch((cause) => {
    // The library hides why it failed. A session that cannot be read has not ended.
    throw cause?.body?.code === "FAILED_TO_GET_SESSION" ? busy() : cause;
  });
  return found && toPerson({ ...found.user, sessionId: found.session.id });
}

const toPerson = ({ id, name, email, sessionId, locale = null, timeZone = null }: Person): Person => ({
  id,
  name,
  email,
  locale,
  timeZone,
  ...(sessionId !== undefined && { sessionId }),
});

/** Matches sessions whose use was recorded so recently that nothing has to be written. */
const freshOf = (token: string) => ({
  token,
  after: new Date(Date.now() + (sessionSeconds.lasting - sessionSeconds.seenEvery) * 1000),
});
const isFresh = and(eq(session.token, sql.placeholder("token")), gt(session.expiresAt, sql.placeholder("after")));
const { id, name, email, locale, timeZone } = user;
const known = { id, name, email, locale, timeZone, sessionId: session.id };

type StoreRole = Pick<Membership, "store" | "role">;

/** By the names of the stores, which the database reads as JSON, so that a page needs one statement for all. */
const memberships = sql<StoreRole[]>`(
  select coalesce(json_agg(json_build_object(
    'role', ${member.role},
    'store', json_build_object(
      'id', ${store.id}, 'name', ${store.name}, 'currency', ${store.currency}, 'timeZone', ${store.timeZone}
    )
  ) order by ${store.name}), '[]')
  from ${member} join ${store} on ${store.id} = ${member.storeId} where ${member.userId} = ${user.id}
)`;

const sessionStatement = () =>
  prepared(db(), "session", (name) =>
    db()
      .select({ ...known, memberships })
      .from(session)
      .innerJoin(user, eq(user.id, session.userId))
      .where(isFresh)
      .prepare(name),
  );

const memberStatement = () =>
  prepared(db(), "member by session", (name) =>
    db()
      .select({ person: known, store, role: member.role })
      .from(session)
      .innerJoin(user, eq(user.id, session.userId))
      .innerJoin(member, and(eq(member.userId, user.id), eq(member.storeId, sql.placeholder("storeId"))))
      .innerJoin(store, eq(store.id, member.storeId))
      .where(isFresh)
      .prepare(name),
  );

const memberWithKeyStatement = () =>
  prepared(db(), "member and key by session", (name) =>
    db()
      .select({
        person: known,
        store,
        role: member.role,
        writes: rateBudget.writes,
        key: {
          baseUrl: connection.baseUrl,
          keyCiphertext: connection.keyCiphertext,
          keyForm: connection.keyForm,
        },
      })
      .from(session)
      .innerJoin(user, eq(user.id, session.userId))
      .innerJoin(member, and(eq(member.userId, user.id), eq(member.storeId, sql.placeholder("storeId"))))
      .innerJoin(store, eq(store.id, member.storeId))
      .leftJoin(
        connection,
        and(
          eq(connection.storeId, store.id),
          eq(connection.mode, sql.placeholder("mode")),
          eq(connection.api, sql.placeholder("api")),
        ),
      )
      .leftJoin(rateBudget, eq(rateBudget.key, connection.holder))
      .where(isFresh)
      .prepare(name),
  );

export async function findMembership(person: Person, storeId: string): Promise<Membership | null> {
  // An address may contain what the database refuses as text, such as a NUL.
  if (!isIdentifier(storeId)) return null;
  const statement = prepared(db(), "membership", (name) =>
    db()
      .select({ store, role: member.role })
      .from(member)
      .innerJoin(store, eq(store.id, member.storeId))
      .where(and(eq(member.userId, sql.placeholder("userId")), eq(member.storeId, sql.placeholder("storeId"))))
      .prepare(name),
  );
  const [row] = await statement.execute({ userId: person.id, storeId });
  return row ? { person, role: row.role, store: row.store } : null;
}

export async function membershipOf(personId: string, storeId: string): Promise<Membership | null> {
  const [person] = await db().select({ id, name, email }).from(user).where(eq(user.id, personId));
  return person ? findMembership(person, storeId) : null;
}

/** A store of other people must look like one that does not exist. */
export async function requireMembership(headers: Headers, storeId: string): Promise<Membership> {
  const token = isIdentifier(storeId) ? await signedToken(headers) : null;
  const [known] = token === null ? [] : await memberStatement().execute({ ...freshOf(token), storeId });
  return known ? { ...known, person: toPerson(known.person) } : askMembership(headers, storeId);
}

export async function requireMembershipWithKey(
  headers: Headers,
  id: ConnectionId<string>,
): Promise<{ membership: Membership; stored: StoredKey | null }> {
  const token = isIdentifier(id.storeId) && isIdentifier(id.mode) ? await signedToken(headers) : null;
  const [known] = token === null ? [] : await memberWithKeyStatement().execute({ ...freshOf(token), ...id });
  if (!known) return { membership: await askMembership(headers, id.storeId), stored: null };
  const { person, store, role, key, writes } = known;
  return { membership: { person: toPerson(person), store, role }, stored: key && { ...key, writes } };
}

export async function requirePerson(headers: Headers): Promise<Person> {
  const person = await findPerson(headers);
  if (!person) throw new ApiError(401, "signed_out", sentence("signedOut"));
  return person;
}

async function askMembership(headers: Headers, storeId: string): Promise<Membership> {
  const person = await requirePerson(headers);
  const membership = await findMembership(person, storeId);
  if (!membership) throw new ApiError(404, "not_found", sentence("noStore"));
  return membership;
}

export async function storesOf(personId: string): Promise<StoreRole[]> {
  const { id, name, currency, timeZone } = store;
  return db()
    .select({ role: member.role, store: { id, name, currency, timeZone } })
    .from(member)
    .innerJoin(store, eq(store.id, member.storeId))
    .where(eq(member.userId, personId))
    .orderBy(asc(store.name));
}

export async function isSetUp(): Promise<boolean> {
  return (await db().$count(user)) > 0;
}

// Finds most sessions in one statement with other data. All unusual cases are left to the library.

let signing: KeyObject | undefined;

export async function signedToken(headers: Headers): Promise<string | null> {
  const { authCookies, secret } = await authContext();
  const value = readCookie(headers.get("cookie") ?? "", authCookies.sessionToken.name);
  const [, token, signature] = /^(.+)\.([\w+/]{43}=)$/.exec(value ?? "") ?? [];
  if (!token || !signature) return null;
  signing ??= createSecretKey(secret, "utf8");
  const wanted = createHmac("sha256", signing).update(token).digest();
  return timingSafeEqual(Buffer.from(signature, "base64"), wanted) ? token : null;
}

export function readCookie(header: string, name: string): string | undefined {
  for (const pair of header.split(";")) {
    const [key = "", value = ""] = pair.split(/=(.*)/s);
    if (key.trim() !== name) continue;
    try {
      return decodeURIComponent(value.trim());
    } catch {
      return undefined;
    }
  }
  return undefined;
}
