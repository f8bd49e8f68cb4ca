import { afterAll, beforeAll, expect, test } from "vitest";
import { desk as deskContract } from "../../contract/desk/index.ts";
import { openTestDesk } from "../../testing/desk.ts";
import { soon } from "../../testing/soon.ts";
import type { Call } from "./call.ts";

let desk: Awaited<ReturnType<typeof openTestDesk>>;
let operations: typeof import("./perform-call.ts");
const owner = { name: "Owner", email: "owner@shop.test", password: "a wheel has six spokes" };

beforeAll(async () => {
  desk = await openTestDesk({ LOG_LEVEL: "silent", CHECKOUT_API_URL: "", DATABASE_CONNECTIONS: "10" });
  operations = await import("./perform-call.ts");
  const { setUpAgain } = await import("../people/set-up.ts");
  await setUpAgain(owner, { id: "shop", name: "Shop", currency: "EUR", time_zone: "UTC" });
});
afterAll(() => desk.close());

const here = {
  membership: {
    person: { id: "p", name: "P", email: "p@test" },
    store: { id: "shop", name: "Shop", currency: "EUR", timeZone: "UTC" },
    role: "owner",
  },
  mode: "sandbox",
} as const;
const ask = (more: Partial<Call> = {}) =>
  operations.perform({ ...here, api: "checkout", resource: "upsells", operation: "list", ...more });

test("the dashboard's calls of our own services have no limit, and those of other callers with the same key have theirs", async () => {
  const answers = await Promise.all(Array.from({ length: 150 }, () => ask()));
  expect(answers.map(({ status, rate }) => ({ status, rate }))).toEqual(Array(150).fill({ status: 200, rate: {} }));
  const { readConnection } = await import("./connections.ts");
  const { key } = await readConnection({ storeId: "shop", mode: "sandbox", api: "checkout" });
  const { serveEmbedded } = await import("./upstream.ts");
  const address = "http://desk.test/services/checkout/v1/upsells";
  const others = await Promise.all(
    Array.from({ length: 30 }, () =>
      serveEmbedded(new Request(address, { headers: { authorization: `Bearer ${key}` } })),
    ),
  );
  expect(others.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(others.filter(({ status }) => status === 429)).toHaveLength(10);
  for (const { headers } of others) expect(headers.get("x-ratelimit-limit")).toMatch(/^(20|120)$/);
});

test("the dashboard shows no limits for our own services", async () => {
  const { runDesk } = await import("../desk/serve.ts");
  expect(
    deskContract.connections.budget.response.parse(await runDesk(here, "connections", "budget", { params: {} })),
  ).toEqual({
    checkout: null,
    affiliate: null,
  });
});

test("a person's call is answered while calls of jobs and partners wait for each other", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let sent = 0;
  const writes = Array.from({ length: 12 }, (_, n) =>
    ask({
      operation: "create",
      body: { name: `Deal ${n}` },
      lane: n % 2 ? "bulk" : "prefetch",
      async ready() {
        sent++;
        await promise;
      },
    }).catch(({ status }) => status),
  );
  await soon(() => expect(sent).toBe(5));
  expect(await ask()).toMatchObject({ status: 200 });
  expect(sent).toBe(5);
  resolve();
  await Promise.all(writes);
  expect(sent).toBe(12);
});

test("the time that a job still needs follows from its last items, or pages of a file, and a few of them are not enough", async () => {
  const { presentJob } = await import("../work/jobs/read.ts");
  const { job, jobFile, jobItem } = await import("../../database/schema/desk-jobs.ts");
  const at = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 2_000);
  const secondsLeft = async (made: Partial<typeof job.$inferInsert>, done: number) => {
    const base = { storeId: "shop", mode: "sandbox", state: "paused", createdBy: "p", createdByName: "P" } as const;
    const whole = {
      ...base,
      id: `job-${made.kind}-${done}`,
      resource: "upsells",
      actsFor: "p",
      role: "owner",
    } as const;
    const [row] = await desk.db
      .insert(job)
      .values({ ...whole, kind: "", params: {}, ...made })
      .returning();
    const numbers = Array.from({ length: done }, (_, n) => n);
    const jobId = whole.id;
    if (made.cursor) {
      await desk.db.insert(jobFile).values(numbers.map((n) => ({ jobId, n, content: "", createdAt: at(n) })));
    } else {
      await desk.db
        .insert(jobItem)
        .values(numbers.map((n) => ({ jobId, n, input: {}, state: "done" as const, updatedAt: at(n) })));
    }
    return (await presentJob({ membership: { role: "owner" } }, row as typeof job.$inferSelect)).seconds_left;
  };
  const items = { kind: "import_csv", params: { resource: "upsells", csv: "" }, waiting: 29, sending: 1, total: 130 };
  expect(await secondsLeft(items, 100)).toBe(60);
  expect(await secondsLeft(items, 4)).toBeNull();
  const file = { kind: "export_csv", params: { resource: "upsells" }, cursor: { page: 11 }, total: 3_050, done: 1_000 };
  expect(await secondsLeft(file, 10)).toBe(42);
  expect(await secondsLeft(file, 4)).toBeNull();
});
