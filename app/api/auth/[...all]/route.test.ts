import { and, eq, like } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { codeOf } from "@/e2e/totp";
import { store, user } from "@/lib/database/schema/desk";
import { audit } from "@/lib/database/schema/desk-audit";
import { openBrowser } from "@/lib/testing/browser";
import { openTestDesk } from "@/lib/testing/desk";

// The tests sign in with a second factor, like a browser without scripts.

const origin = "http://desk.test";
const password = "a wheel has six spokes";
let desk: Awaited<ReturnType<typeof openTestDesk>>;
let route: typeof import("./route.ts");
let addMember: typeof import("@/lib/server/set-up.ts").addMember;
let findPerson: typeof import("@/lib/server/people.ts").findPerson;

beforeAll(async () => {
  desk = await openTestDesk();
  route = await import("./route.ts");
  ({ addMember } = await import("@/lib/server/set-up.ts"));
  ({ findPerson } = await import("@/lib/server/people.ts"));
  await desk.db.insert(store).values({ id: "shop", name: "Shop", currency: "EUR", timeZone: "UTC" });
});
afterAll(() => desk.close());

function browser(address: string) {
  const own = openBrowser(origin, route, address);
  return { ...own, signedIn: async () => (await findPerson(new Headers({ cookie: own.cookie() }))) !== null };
}

async function person(name: string) {
  const email = `${name}@shop.test`;
  await addMember({ name, email, password }, "shop", "analyst");
  return email;
}

async function protectedBy(email: string, at: ReturnType<typeof browser>) {
  await at.post("sign-in/email", { email, password });
  const made = await at.post("two-factor/enable", { password });
  const key = new URL(made.body.uri).searchParams.get("secret") ?? "";
  expect((await at.post("two-factor/verify-totp", { code: codeOf(key) })).status).toBe(200);
  return { key, codes: made.body.recovery_codes as string[] };
}

test("a second factor is on only after its first code, and is turned off with the password alone", async () => {
  const email = await person("ann");
  const here = browser("192.0.2.1");
  await here.post("sign-in/email", { email, password });
  expect(await here.post("two-factor/enable", { password: "not it" })).toMatchObject({
    status: 400,
    body: { error: { details: [{ field: "password" }] } },
  });
  await here.post("two-factor/enable", { password });
  const there = browser("192.0.2.2");
  expect((await there.post("sign-in/email", { email, password })).body.twoFactorRedirect).toBeUndefined();

  const { key } = await protectedBy(email, here);
  expect((await here.post("two-factor/enable", { password })).status).toBe(409);
  const other = browser("192.0.2.3");
  expect((await other.post("sign-in/email", { email, password })).body.twoFactorRedirect).toBe(true);
  expect(await other.signedIn()).toBe(false);
  const answer = await other.post("two-factor/verify-totp", { code: codeOf(key), trust: true });
  expect(answer).toEqual({ status: 200, body: { ok: true } });
  expect(await other.signedIn()).toBe(true);

  // The browser is trusted until the second factor is turned off.
  await other.post("sign-out");
  await other.post("sign-in/email", { email, password });
  expect(await other.signedIn()).toBe(true);
  await other.post("sign-out");
  expect((await here.post("two-factor/disable", { password: "not it" })).status).toBe(400);
  expect((await here.post("two-factor/disable", { password })).status).toBe(200);
  await here.post("two-factor/enable", { password });
  expect((await here.post("two-factor/verify-totp", { code: "000000" })).status).toBe(400);
  await protectedBy(email, here);
  expect((await other.post("sign-in/email", { email, password })).body.twoFactorRedirect).toBe(true);

  const rows = await desk.db.select().from(audit).where(eq(audit.storeId, "shop")).orderBy(audit.seq);
  const deeds = rows
    .filter(({ resource }) => resource === "account")
    .map(({ operation, outcome }) => `${operation} ${outcome}`);
  expect(deeds).toEqual([
    ...["two_factor_on refused", "two_factor_on ok"],
    ...["two_factor_off refused", "two_factor_off ok", "two_factor_on refused", "two_factor_on ok"],
  ]);
  expect(JSON.stringify(rows)).not.toContain(key);
});

test("a recovery code works once, new codes replace old ones, and five wrong codes end the attempt", async () => {
  const email = await person("bob");
  const here = browser("192.0.2.10");
  const { key, codes } = await protectedBy(email, here);
  const knock = async (address: string) => {
    const one = browser(address);
    await one.post("sign-in/email", { email, password });
    return one;
  };
  const first = await knock("192.0.2.11");
  expect((await first.post("two-factor/verify-backup-code", { code: codes[0] })).status).toBe(200);
  const second = await knock("192.0.2.12");
  expect((await second.post("two-factor/verify-backup-code", { code: codes[0] })).body.error.code).toBe("invalid_code");
  const renewed = await here.post("two-factor/generate-backup-codes", { password });
  expect(renewed.body.recovery_codes).toHaveLength(10);
  expect((await second.post("two-factor/verify-backup-code", { code: codes[1] })).status).toBe(400);

  const third = await knock("192.0.2.13");
  for (let n = 1; n <= 5; n++)
    expect((await third.post("two-factor/verify-totp", { code: "000000" })).status).toBe(400);
  expect((await third.post("two-factor/verify-totp", { code: codeOf(key) })).body.error.code).toBe("challenge_over");
  expect(await third.signedIn()).toBe(false);
  const nobody = browser("192.0.2.14");
  expect((await nobody.post("two-factor/verify-totp", { code: codeOf(key) })).body.error.code).toBe("challenge_over");
  for (const path of ["two-factor/enable", "two-factor/disable", "two-factor/generate-backup-codes"]) {
    expect((await nobody.post(path, { password })).status, path).toBe(401);
  }
  for (const path of [
    "two-factor/send-otp",
    "two-factor/get-totp-uri",
    "two-factor/view-backup-codes",
    "change-password",
  ]) {
    expect((await here.post(path, { password })).status, path).toBe(404);
  }
  const [row] = await desk.db.select().from(user).where(eq(user.email, email));
  expect(row?.twoFactorEnabled).toBe(true);

  // Wrong codes are recorded in the store's chain like wrong passwords; codes that nobody was asked for are not.
  const tries = () =>
    desk.db
      .select({ operation: audit.operation, outcome: audit.outcome, actor: audit.actorName, status: audit.status })
      .from(audit)
      .where(and(eq(audit.resource, "session"), like(audit.operation, "wrong%")));
  const wrong = { outcome: "refused", actor: "bob", status: 401 };
  await vi.waitFor(async () => expect(await tries()).toHaveLength(7), { timeout: 20_000 });
  expect(await tries()).toEqual([
    ...[1, 2].map(() => ({ operation: "wrong_recovery_code", ...wrong })),
    ...[1, 2, 3, 4, 5].map(() => ({ operation: "wrong_code", ...wrong })),
  ]);
});

test("wrong codes are rate-limited by the address that they come from", async () => {
  const email = await person("cid");
  await protectedBy(email, browser("192.0.2.20"));
  const knock = browser("192.0.2.21");
  for (let n = 0; n < 10; n++) {
    if (n % 5 === 0) await knock.post("sign-in/email", { email, password });
    expect((await knock.post("two-factor/verify-totp", { code: "000000" })).status, `code ${n}`).toBe(400);
  }
  await knock.post("sign-in/email", { email, password });
  expect((await knock.post("two-factor/verify-totp", { code: "000000" })).body.error.code).toBe("too_many_attempts");
});
