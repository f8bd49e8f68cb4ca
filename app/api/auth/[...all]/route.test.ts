import { and, eq, like } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { codeOf } from "@/e2e/totp";
import { session, store, user } from "@/lib/database/schema/desk";
import { audit } from "@/lib/database/schema/desk-audit";
import { openBrowser } from "@/lib/testing/browser";
import { openTestDesk } from "@/lib/testing/desk";

// The tests sign in with a second factor, like a browser without scripts.

const origin = "http://desk.test";
const password = "a wheel has six spokes";
let desk: Awaited<ReturnType<typeof openTestDesk>>;
let route: typeof import("./route.ts");
let addMember: typeof import("@/lib/server/people/set-up.ts").addMember;
let findPerson: typeof import("@/lib/server/people/sessions.ts").findPerson;

beforeAll(async () => {
  desk = await openTestDesk();
  route = await import("./route.ts");
  ({ addMember } = await import("@/lib/server/people/set-up.ts"));
  ({ findPerson } = await import("@/lib/server/people/sessions.ts"));
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
  const used = codeOf(key);
  expect((await at.post("two-factor/verify-totp", { code: used })).status).toBe(200);
  return { key, used, codes: made.body.recovery_codes as string[] };
}

/** The code of the next half minute, which is accepted already: the present one turned two-factor sign-in on. */
const nextCodeOf = (key: string) => codeOf(key, Date.now() + 30_000);

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
  const answer = await other.post("two-factor/verify-totp", { code: nextCodeOf(key), trust: true });
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
    "two_factor_on refused",
    "two_factor_on ok",
    "two_factor_off refused",
    "two_factor_off ok",
    "two_factor_on refused",
    "two_factor_on ok",
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
  expect((await third.post("two-factor/verify-totp", { code: nextCodeOf(key) })).body.error.code).toBe(
    "challenge_over",
  );
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

test("P26: a code works once, also the one that turned two-factor sign-in on, and of parallel sign-ins one succeeds", async () => {
  const email = await person("dot");
  const { key, used, codes } = await protectedBy(email, browser("192.0.2.30"));
  const knock = async (address: string) => {
    const one = browser(address);
    await one.post("sign-in/email", { email, password });
    return one;
  };
  const first = await knock("192.0.2.31");
  expect((await first.post("two-factor/verify-totp", { code: used })).body.error.code).toBe("invalid_code");

  const next = nextCodeOf(key);
  for (const [way, code] of [
    ["verify-totp", next],
    ["verify-backup-code", codes[0]],
  ]) {
    const doors = await Promise.all([1, 2, 3].map((n) => knock(`192.0.2.${way === "verify-totp" ? 40 + n : 50 + n}`)));
    const answers = await Promise.all(doors.map((one) => one.post(`two-factor/${way}`, { code })));
    expect(answers.map(({ status }) => status).sort(), way).toEqual([200, 400, 400]);
    expect(await Promise.all(doors.map((one) => one.signedIn()))).toEqual(answers.map(({ status }) => status === 200));
  }
  const late = await knock("192.0.2.60");
  expect((await late.post("two-factor/verify-totp", { code: next })).body.error.code).toBe("invalid_code");
  expect(await late.signedIn()).toBe(false);
});

test("no response of a sign-in contains the token of the session", async () => {
  const email = await person("eva");
  const one = browser("192.0.2.70");
  const raw = async () => {
    const [row] = await desk.db
      .select({ token: session.token })
      .from(session)
      .innerJoin(user, eq(user.id, session.userId))
      .where(eq(user.email, email));
    return row?.token ?? "no session";
  };
  const { status, body } = await one.post("sign-in/email", { email, password });
  expect({ status, body }).toEqual({ status: 200, body: { ok: true } });
  expect(one.cookie()).toContain((await raw()).slice(0, 20));
  expect(await one.post("sign-out")).toEqual({ status: 200, body: { ok: true } });
  const { key } = await protectedBy(email, one);
  const other = browser("192.0.2.71");
  const asked = await other.post("sign-in/email", { email, password });
  expect(asked).toEqual({ status: 200, body: { twoFactorRedirect: true } });
  expect(await other.post("two-factor/verify-totp", { code: nextCodeOf(key) })).toEqual({
    status: 200,
    body: { ok: true },
  });
  expect(await one.post("sign-in/email", { email, password: "not it" })).toMatchObject({
    status: 401,
    body: { error: { code: "wrong_credentials" } },
  });
});

describe("P28: wrong passwords", () => {
  const wrong = { password: "not the password" };
  const guessed = async (from: ReturnType<typeof browser>, email: string) =>
    (await from.post("sign-in/email", { email, ...wrong })).status;
  const tenWrong = async (email: string, address: string) => {
    for (let n = 0; n < 10; n++) await guessed(browser(address), email);
    expect(await guessed(browser(address), email)).toBe(429);
  };

  test("P28: wrong passwords of a stranger do not lock out a device that signed in before, also from the stranger's network", async () => {
    const email = await person("fay");
    const known = browser("192.0.2.80");
    await known.post("sign-in/email", { email, password });
    await known.post("sign-out");
    await tenWrong(email, "192.0.2.80");
    const unknown = browser("192.0.2.81");
    expect((await unknown.post("sign-in/email", { email, password })).status).toBe(429);
    expect((await known.post("sign-in/email", { email, password })).status).toBe(200);
    expect(await known.signedIn()).toBe(true);
    await known.post("sign-out");
    expect((await known.post("sign-in/email", { email: await person("gil"), password })).status).toBe(429);
  });

  test("P28: wrong passwords of the known device itself are limited, and lock out nobody else", async () => {
    const email = await person("hal");
    const known = browser("192.0.2.90");
    await known.post("sign-in/email", { email, password });
    await known.post("sign-out");
    for (let n = 0; n < 10; n++) expect(await guessed(known, email)).toBe(401);
    expect((await known.post("sign-in/email", { email, password })).status).toBe(429);
    expect((await browser("192.0.2.90").post("sign-in/email", { email, password })).status).toBe(200);
  });

  test("P28: wrong passwords count for the network and the account if the cookie is of another person or changed", async () => {
    const [ida, jan] = [await person("ida"), await person("jan")];
    const known = browser("192.0.2.100");
    await known.post("sign-in/email", { email: ida, password });
    await known.post("sign-out");
    const [[name, value = ""] = [""]] = [...known.jar];
    await tenWrong(jan, "192.0.2.101");
    expect((await known.post("sign-in/email", { email: jan, password })).status).toBe(429);
    await tenWrong(ida, "192.0.2.102");
    for (const forged of [value.slice(0, -2), `x${value}`, `${value}.x`, "", "."]) {
      const thief = browser("192.0.2.103");
      thief.jar.set(name, forged);
      expect((await thief.post("sign-in/email", { email: ida, password })).status, forged).toBe(429);
    }
    expect((await known.post("sign-in/email", { email: ida, password })).status).toBe(200);
  });

  test("and wrong codes of a network do not keep a known device from its code", async () => {
    const email = await person("kim");
    const known = browser("192.0.2.110");
    const { key } = await protectedBy(email, known);
    await known.post("sign-out");
    const stranger = browser("192.0.2.110");
    for (let n = 0; n < 11; n++) await stranger.post("two-factor/verify-totp", { code: "000000" });
    await tenWrong(email, "192.0.2.110");
    expect((await known.post("sign-in/email", { email, password })).body).toEqual({ twoFactorRedirect: true });
    expect((await known.post("two-factor/verify-totp", { code: nextCodeOf(key) })).status).toBe(200);
  });
});
