import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { store } from "@/lib/database/schema/desk";
import { openTestDesk } from "@/lib/testing/desk";
import { openMailbox } from "@/lib/testing/smtp";

const origin = "http://desk.test";
let desk: Awaited<ReturnType<typeof openTestDesk>>;
let mailbox: Awaited<ReturnType<typeof openMailbox>>;
let routes: Record<"request" | "reset" | "invitation", (request: Request) => Promise<Response>>;

beforeAll(async () => {
  mailbox = await openMailbox();
  desk = await openTestDesk({ SMTP_URL: mailbox.url });
  routes = {
    request: (await import("./request/route.ts")).POST,
    reset: (await import("./reset/route.ts")).POST,
    invitation: (await import("../invitations/route.ts")).POST,
  };
  await desk.db.insert(store).values({ id: "shop", name: "Shop", currency: "EUR", timeZone: "UTC" });
  const { addMember } = await import("@/lib/server/people/set-up.ts");
  await addMember({ name: "Mia", email: "mia@shop.test", password: "a wheel has six spokes" }, "shop", "analyst");
});
beforeEach(() => desk.db.execute(sql`truncate desk.attempt_limit`));
afterAll(async () => {
  await desk.close();
  await mailbox.close();
});

async function post(route: keyof typeof routes, body: object, { from = "192.0.2.1", by = origin } = {}) {
  const headers = { host: "desk.test", origin: by, "content-type": "application/json", "x-client-address": from };
  const request = new Request(`${origin}/api`, { method: "POST", headers, body: JSON.stringify(body) });
  const answer = await routes[route](request);
  return { status: answer.status, text: await answer.text() };
}

test("a password request does not reveal who has an account, and only account owners get a mail", async () => {
  const unknown = await post("request", { email: "nobody@shop.test" });
  const known = await post("request", { email: "MIA@shop.test" });
  expect(known).toEqual(unknown);
  expect(known.status).toBe(200);
  await vi.waitFor(() => expect(mailbox.mails).toHaveLength(1), { timeout: 10_000 });
  expect(mailbox.mails[0]).toMatchObject({ from: "cartwright@desk.test", to: ["mia@shop.test"] });
  expect((await post("request", { email: "mia@shop.test" }, { by: "http://evil.test" })).status).toBe(403);
});

test("one address gets at most five mails in a quarter of an hour, wherever the requests come from", async () => {
  const ask = (n: number) => post("request", { email: "nobody@shop.test" }, { from: `192.0.2.${n}` });
  for (let n = 1; n <= 5; n++) expect((await ask(n)).status).toBe(200);
  expect((await ask(6)).status).toBe(429);
});

test.each([
  ["invitation", { name: "Eve", password: "a long enough password" }],
  ["reset", { password: "a long enough password" }],
] as const)("guesses at a link (%s) are counted", async (route, body) => {
  const guess = (n: number) => post(route, { token: `guess-${n}`, ...body }, { from: "198.51.100.1" });
  for (let n = 1; n <= 20; n++) expect((await guess(n)).status).toBe(410);
  expect((await guess(21)).status).toBe(429);
});
