import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { session, store, user } from "@/lib/database/schema/desk";
import { openBrowser } from "@/lib/testing/browser";
import { openTestDesk } from "@/lib/testing/desk";

// A session cookie can be read in two ways, which must find the same person.
const password = "a wheel has six spokes";
let desk: Awaited<ReturnType<typeof openTestDesk>>;
let route: typeof import("./route.ts");
let people: typeof import("@/lib/server/people/sessions.ts");
let addMember: typeof import("@/lib/server/people/set-up.ts").addMember;

beforeAll(async () => {
  desk = await openTestDesk();
  route = await import("./route.ts");
  people = await import("@/lib/server/people/sessions.ts");
  ({ addMember } = await import("@/lib/server/people/set-up.ts"));
  const facts = { currency: "EUR", timeZone: "UTC" };
  await desk.db.insert(store).values(["shop", "other"].map((id) => ({ id, name: id, ...facts })));
});
afterAll(() => desk.close());

async function signedIn(name: string) {
  const email = `${name}@shop.test`;
  await addMember({ name, email, password }, "shop", "analyst");
  const browser = openBrowser("http://desk.test", route, "192.0.2.1");
  await browser.post("sign-in/email", { email, password });
  const [person] = await desk.db.select().from(user).where(eq(user.email, email));
  return { cookie: browser.cookie(), person: person as NonNullable<typeof person> };
}

const find = (cookie: string) => people.findPerson(new Headers({ cookie }));
const join = (cookie: string, shop: string) => people.requireMembership(new Headers({ cookie }), shop);

test("a session identifies the person and their role in each store", async () => {
  const { cookie, person } = await signedIn("ann");
  const ann = { id: person.id, name: "ann", email: "ann@shop.test", locale: null, timeZone: null };
  expect(await find(cookie)).toMatchObject(ann);
  expect(await find(`theme=dark; ${cookie}; _ga=%E0%A4%A`)).toMatchObject(ann);
  expect(await join(cookie, "shop")).toMatchObject({ person: ann, role: "analyst", store: { id: "shop" } });
  for (const shop of ["other", "none", "a\0b"]) {
    await expect(join(cookie, shop)).rejects.toMatchObject({ status: 404, code: "not_found" });
  }
});

test("an altered cookie, a forged cookie and the cookie of an ended session identify nobody", async () => {
  const { cookie, person } = await signedIn("ben");
  const [name = "", value = ""] = cookie.split("=");
  const [token = "", signature = ""] = decodeURIComponent(value).split(".");
  const altered = (text: string) => `${text[0] === "A" ? "B" : "A"}${text.slice(1)}`;
  const wrong = [
    ["no cookie", ""],
    ["another token", `${name}=${encodeURIComponent(`${altered(token)}.${signature}`)}`],
    ["another signature", `${name}=${encodeURIComponent(`${token}.${altered(signature)}`)}`],
    ["no signature", `${name}=${token}`],
    ["half an escape", `${name}=%E0%A4%A`],
    ["another name", `x${name}=${value}`],
  ] as const;
  for (const [what, sent] of wrong) {
    expect(await find(sent), what).toBeNull();
    await expect(join(sent, "shop"), what).rejects.toMatchObject({ status: 401, code: "signed_out" });
  }
  expect(await find(cookie)).not.toBeNull();
  await desk.db.delete(session).where(eq(session.userId, person.id));
  expect(await find(cookie)).toBeNull();
});

test("a session expires, and is extended if the person returns before that", async () => {
  const { cookie, person } = await signedIn("cem");
  const ends = async (after: string) => {
    await desk.db.execute(
      sql`update desk.session set expires_at = now() + ${after}::interval where user_id = ${person.id}`,
    );
    await desk.db.update(user).set({ lastSeenAt: null }).where(eq(user.id, person.id));
  };
  const seen = async () =>
    (await desk.db.select({ at: user.lastSeenAt }).from(user).where(eq(user.id, person.id)))[0]?.at !== null;
  const daysLeft = async () => {
    const [row] = await desk.db.select().from(session).where(eq(session.userId, person.id));
    return Math.round(((row?.expiresAt.getTime() ?? 0) - Date.now()) / 86_400_000);
  };
  await ends("6 days 23 hours 58 minutes");
  expect(await find(cookie)).not.toBeNull();
  expect(await seen()).toBe(false);
  await ends("1 day");
  expect(await join(cookie, "shop")).toMatchObject({ role: "analyst" });
  expect([await seen(), await daysLeft()]).toEqual([true, 7]);
  await ends("-1 second");
  expect(await find(cookie)).toBeNull();
});
