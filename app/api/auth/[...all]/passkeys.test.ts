import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { codeOf } from "@/e2e/totp";
import { passkey, session, store, verification } from "@/lib/database/schema/desk";
import { audit } from "@/lib/database/schema/desk-audit";
import { Authenticator } from "@/lib/testing/authenticator";
import { openBrowser } from "@/lib/testing/browser";
import { openTestDesk } from "@/lib/testing/desk";

// A simulated device sends everything that a browser sends.

const origin = "https://desk.test";
const password = "a wheel has six spokes";
let desk: Awaited<ReturnType<typeof openTestDesk>>;
let route: typeof import("./route.ts");
let addMember: typeof import("@/lib/server/people/set-up.ts").addMember;
let people: typeof import("@/lib/server/people/sessions.ts");
let serve: typeof import("@/lib/server/desk/serve.ts");
let resets: typeof import("@/lib/server/people/password-reset.ts");
let site: typeof import("@/lib/server/people/auth-settings.ts");

beforeAll(async () => {
  desk = await openTestDesk({ CARTWRIGHT_ORIGIN: origin, LOG_LEVEL: "silent" });
  route = await import("./route.ts");
  ({ addMember } = await import("@/lib/server/people/set-up.ts"));
  people = await import("@/lib/server/people/sessions.ts");
  serve = await import("@/lib/server/desk/serve.ts");
  resets = await import("@/lib/server/people/password-reset.ts");
  site = await import("@/lib/server/people/auth-settings.ts");
  await desk.db.insert(store).values({ id: "shop", name: "Shop", currency: "EUR", timeZone: "UTC" });
});
afterAll(() => desk.close());

let addresses = 0;
beforeEach(() => {
  addresses += 1;
});

function browser() {
  const own = openBrowser(origin, route, `192.0.2.${addresses}`);
  const whoIs = () => people.findPerson(new Headers({ cookie: own.cookie() }));
  return {
    ...own,
    whoIs,
    async add(device: Authenticator, manner = {}, name = "Laptop") {
      const { status, body } = await own.post("passkey/generate-register-options", { name, password });
      if (status !== 200) return { status, body };
      return own.post("passkey/verify-registration", { name, response: device.create(body, manner) });
    },
    async enter(device: Authenticator, manner = {}) {
      const { body } = await own.post("passkey/generate-authenticate-options");
      return own.post("passkey/verify-authentication", { response: device.get(body, manner) });
    },
    async ask(name: string, raw: object = {}) {
      const person = await whoIs();
      const shop = { id: "shop", name: "Shop", currency: "EUR", timeZone: "UTC" };
      if (!person) throw new Error("signed out");
      const membership = { person, store: shop, role: "analyst" as const };
      // biome-ignore lint/suspicious/noExplicitAny: answers of several operations
      return serve.runDesk({ membership, mode: "live" }, "account", name, { params: {}, ...raw }) as Promise<any>;
    },
  };
}

async function signedIn(name: string) {
  const email = `${name}@shop.test`;
  await addMember({ name, email, password }, "shop", "analyst");
  const here = browser();
  await here.post("sign-in/email", { email, password });
  return { email, here };
}

/** Waits for audit rows, which are written after the response. */
const soon = (look: () => Promise<void>) => vi.waitFor(look, { timeout: 20_000 });
const code = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];
const deeds = async (actor: string) =>
  (await desk.db.select().from(audit).where(eq(audit.actorName, actor)).orderBy(audit.seq))
    .filter(({ outcome }) => outcome !== "intended")
    .map(({ operation, outcome }) => (outcome === "ok" ? operation : `${operation} ${outcome}`));

test("a passkey is added with the password, signs in as both factors, and is recorded", async () => {
  const { here, email } = await signedIn("ann");
  const device = new Authenticator(origin);
  expect(code(await here.post("passkey/generate-register-options", { name: "x", password: "not it" }))).toEqual([
    400,
    "invalid_request",
  ]);
  const { body: options } = await here.post("passkey/generate-register-options", { name: "x", password });
  expect(options).toMatchObject({
    rp: { id: "desk.test", name: "Cartwright" },
    user: { name: email },
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  expect(await here.add(device)).toEqual({ status: 200, body: { ok: true } });
  const { body: again } = await here.post("passkey/generate-register-options", { name: "x", password });
  expect(again.excludeCredentials.map(({ id }: { id: string }) => id)).toEqual([device.id]);
  expect(await here.ask("passkeys")).toMatchObject({
    origin,
    data: [{ name: "Laptop", used_at: null, synced: false }],
  });

  // With a second factor, a password alone would also need a code; a passkey does not.
  const made = await here.post("two-factor/enable", { password });
  const key = new URL(made.body.uri).searchParams.get("secret") ?? "";
  await here.post("two-factor/verify-totp", { code: codeOf(key) });
  const there = browser();
  expect((await there.post("passkey/generate-authenticate-options")).body).toMatchObject({
    rpId: "desk.test",
    userVerification: "required",
  });
  expect(await there.enter(device)).toEqual({ status: 200, body: { ok: true } });
  expect(await there.whoIs()).toMatchObject({ name: "ann", email });
  expect((await here.ask("passkeys")).data[0].used_at).not.toBeNull();
  const sessions = await there.ask("sessions");
  expect(sessions.data).toMatchObject([{ current: true }, { current: false }]);
  await soon(async () =>
    expect(await deeds("ann")).toEqual(
      expect.arrayContaining(["add_passkey refused", "add_passkey", "sign_in_passkey"]),
    ),
  );
});

test("a response that is not from the person's own device, for this site and request, is refused and recorded", async () => {
  const { here } = await signedIn("bob");
  const device = new Authenticator(origin);
  await here.add(device);
  const thief = browser();
  expect(code(await thief.enter(new Authenticator(origin)))).toEqual([401, "passkey_unknown"]);
  const forged = Object.assign(new Authenticator(origin), { id: device.id });
  const refused = [401, "passkey_refused"];
  expect(code(await thief.enter(forged))).toEqual(refused);
  expect(code(await thief.enter(device, { verifies: false }))).toEqual([401, "not_verified"]);
  expect(code(await thief.enter(device, { origin: "https://desk.test.evil.test" }))).toEqual(refused);
  expect(code(await thief.enter(device, { rpId: "evil.test" }))).toEqual(refused);

  // A challenge is valid for one response of one browser.
  const { body: options } = await thief.post("passkey/generate-authenticate-options");
  const response = device.get(options);
  expect(code(await browser().post("passkey/verify-authentication", { response }))).toEqual([409, "challenge_over"]);
  expect((await thief.post("passkey/verify-authentication", { response })).status).toBe(200);
  expect(code(await thief.post("passkey/verify-authentication", { response }))).toEqual([409, "challenge_over"]);
  const stale = device.get((await here.post("passkey/generate-register-options", { name: "x", password })).body);
  expect(code(await here.post("passkey/verify-authentication", { response: stale }))).toEqual([409, "challenge_over"]);

  const odd = [
    {},
    { response: 1 },
    { response: { ...response, id: "\0" } },
    { response: { ...response, response: {} } },
  ];
  for (const body of odd) expect(code(await thief.post("passkey/verify-authentication", body))[0]).toBe(400);
  const elsewhere = browser();
  for (const path of ["generate-register-options", "verify-registration"]) {
    expect((await elsewhere.post(`passkey/${path}`, { name: "x", password })).status, path).toBe(401);
  }
  for (const path of ["list-user-passkeys", "delete-passkey", "update-passkey"]) {
    expect((await here.post(`passkey/${path}`, { id: "x", name: "x" })).status, path).toBe(404);
  }
  await soon(async () =>
    expect((await deeds("bob")).filter((deed) => deed === "sign_in_passkey refused").length).toBeGreaterThanOrEqual(4),
  );
});

test("a device that does not verify its user, or belongs to another site, cannot be added", async () => {
  const { here } = await signedIn("cid");
  expect(code(await here.add(new Authenticator(origin), { verifies: false }))).toEqual([401, "not_verified"]);
  expect(code(await here.add(new Authenticator("https://evil.test")))).toEqual([401, "passkey_refused"]);
  for (const name of ["  ", "a\0b", "x".repeat(61)]) {
    expect(code(await here.add(new Authenticator(origin), {}, name))).toEqual([400, "invalid_request"]);
  }
  expect((await here.ask("passkeys")).data).toEqual([]);
});

test("only its owner renames or removes a passkey, without ending sessions; a password reset removes it", async () => {
  const [{ here, email }, eve] = [await signedIn("dan"), await signedIn("eve")];
  const [device, second] = [new Authenticator(origin), new Authenticator(origin)];
  await here.add(device);
  await here.add(second, {}, "Phone");
  const [{ id }, { id: other }] = (await here.ask("passkeys")).data;
  const missing = { status: 404 };
  await expect(eve.here.ask("rename_passkey", { params: { id }, body: { name: "Mine" } })).rejects.toMatchObject(
    missing,
  );
  await expect(eve.here.ask("remove_passkey", { params: { id } })).rejects.toMatchObject(missing);
  const renamed = await here.ask("rename_passkey", { params: { id: other }, body: { name: "Old phone" } });
  expect(renamed.data.map(({ name }: { name: string }) => name)).toEqual(["Laptop", "Old phone"]);
  await here.ask("remove_passkey", { params: { id } });
  expect(code(await browser().enter(device))).toEqual([401, "passkey_unknown"]);
  expect(await here.whoIs()).not.toBeNull();

  const me = await here.whoIs();
  const { link } = await resets.makeResetLink(me?.id ?? "");
  expect((await browser().enter(second)).status).toBe(200);
  await resets.resetPassword(new URL(link).pathname.split("/").at(-1) ?? "", "another wheel has seven");
  expect(code(await browser().enter(second))).toEqual([401, "passkey_unknown"]);
  expect(await desk.db.$count(session, eq(session.userId, me?.id ?? ""))).toBe(0);
  expect(await desk.db.$count(passkey, eq(passkey.userId, me?.id ?? ""))).toBe(0);
  const done = ["add_passkey", "add_passkey", "rename_passkey", "remove_passkey", "reset_password"];
  await soon(async () => expect((await deeds("dan")).filter((deed) => !deed.startsWith("sign_in"))).toEqual(done));
  const rows = JSON.stringify(await desk.db.select().from(audit));
  expect(rows).not.toContain(device.id);
  expect(rows).toContain(email.split("@")[0]);
});

test("unanswered challenges do not pile up, and requesting them is rate-limited", async () => {
  const one = browser();
  await one.post("passkey/generate-authenticate-options");
  await desk.db.update(verification).set({ expiresAt: new Date(Date.now() - 1) });
  await one.post("passkey/generate-authenticate-options");
  expect(await desk.db.$count(verification)).toBe(1);
  for (let n = 3; n <= 60; n++) await one.post("passkey/generate-authenticate-options");
  expect(code(await one.post("passkey/generate-authenticate-options"))).toEqual([429, "too_many_attempts"]);
});

test.each([
  ["https://desk.example.com", { id: "desk.example.com", origin: "https://desk.example.com" }],
  ["https://desk.example.com:8443", { id: "desk.example.com", origin: "https://desk.example.com:8443" }],
  ["http://localhost:3000", { id: "localhost", origin: "http://localhost:3000" }],
  // Browsers accept no passkey for an IP address, and this machine's own address counts as localhost.
  ["http://127.0.0.1:3000", { id: "localhost", origin: "http://localhost:3000" }],
  ["http://[::1]:3000", { id: "localhost", origin: "http://localhost:3000" }],
  ["http://desk.example.com", null],
  ["https://192.0.2.7", null],
  ["https://[2001:db8::1]", null],
])("passkeys of %s belong to %j", (address, expected) => {
  expect(site.passkeySite(address)).toEqual(expected);
});
