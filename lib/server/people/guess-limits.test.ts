import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDesk } from "../../testing/desk.ts";

let desk: Awaited<ReturnType<typeof openTestDesk>>;
let attempts: typeof import("./guess-limits.ts");

beforeAll(async () => {
  desk = await openTestDesk();
  attempts = await import("./guess-limits.ts");
});
afterAll(() => desk.close());

const refusal = expect.objectContaining({ status: 429, code: "too_many_attempts", retryAfter: expect.any(Number) });
const guess = (address: string, email: string) => attempts.countAttempt("sign-in", [address, email]);

test("the eleventh guess at one email is refused from any address", async () => {
  for (let n = 0; n < 10; n++) await guess(`address a${n}`, "email victim@shop.test");
  await expect(guess("address fresh", "email Victim@Shop.test ")).rejects.toEqual(refusal);
  await guess("address fresh", "email other@shop.test");
});

test("the eleventh guess from one address is refused at any email", async () => {
  for (let n = 0; n < 10; n++) await guess("address b", `email b${n}@shop.test`);
  await expect(guess("address b", "email fresh@shop.test")).rejects.toEqual(refusal);
});

test("signing in to an own account does not allow more guesses at others", async () => {
  for (let n = 0; n < 9; n++) await guess("address c", `email c${n}@shop.test`);
  await guess("address c", "email own@shop.test");
  await attempts.forgiveAttempts("sign-in", "email own@shop.test", "address c");
  await guess("address c", "email c10@shop.test");
  await expect(guess("address c", "email c11@shop.test")).rejects.toEqual(refusal);
});

test("many sign-ins from one address are not held up, and a success clears earlier mistakes", async () => {
  for (let n = 0; n < 30; n++) {
    await guess("address d", "email d@shop.test");
    await attempts.forgiveAttempts("sign-in", "email d@shop.test", "address d");
  }
  for (let n = 0; n < 9; n++) await guess(`address e${n}`, "email e@shop.test");
  await guess("address e", "email e@shop.test");
  await attempts.forgiveAttempts("sign-in", "email e@shop.test", "address e");
  await guess("address e", "email e@shop.test");
});

test("the table contains no email and no address", async () => {
  await guess("address 203.0.113.9", "email kept@shop.test");
  const { rows } = await desk.db.$client.query("select key from desk.attempt_limit");
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toMatch(/shop\.test|203\.0/);
});
