import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { affiliate } from "../../contract/affiliate/index.ts";
import type { Contract } from "../../contract/define.ts";
import { openapi } from "../../contract/openapi.ts";
import { log } from "../../log.ts";
import { openProgram } from "../../testing/affiliate/program.ts";
import { expectExamples, steady } from "../../testing/recorded.ts";
import { allScopes, openTestServices, type Sent, type TestServices } from "../../testing/services.ts";

// The examples in the OpenAPI document are responses of the service, recorded by this test. `vitest run -u` on this
// file records them again, and the next run compares the document with them.

const contract: Contract = affiliate;
let recorded: Record<string, unknown>;
const { level } = log;

beforeAll(async () => {
  log.level = "silent";
  const [services, limited] = await Promise.all([openTestServices(), openTestServices(null)]);
  try {
    const answers: Record<string, unknown> = {};
    await recordOperations(services, answers);
    await recordFailures(services, limited, answers);
    recorded = steady(answers, "https://shop.example.com");
  } finally {
    await Promise.all([services.close(), limited.close()]);
  }
});
afterAll(() => {
  log.level = level;
});

/** Each operation once, with the request that the document has as its example, if it has one. */
async function recordOperations(services: TestServices, answers: Record<string, unknown>): Promise<void> {
  // The days of the recording are days in UTC, so that they do not depend on the hour at which it runs.
  const program = await openProgram(services, "UTC");
  // biome-ignore lint/suspicious/noExplicitAny: answers have any shape
  async function take(id: string, params: Record<string, string> = {}, more: object = {}): Promise<any> {
    const [resource = "", name = ""] = id.split("_");
    const operation = contract[resource]?.[name];
    if (!operation) throw new Error(`There is no operation ${id}.`);
    const { query = "", ...named } = params;
    const path = operation.path.replace(/:(\w+)/g, (_, param: string) => named[param] ?? "");
    const sent = operation.body && { body: { ...operation.example, ...more } };
    const answer = await program.call(operation.method, path + query, sent);
    expect(answer.status, `${id}: ${JSON.stringify(answer.body)}`).toBe(operation.status ?? 200);
    answers[id] = answer.body;
    return answer.body;
  }
  const page = { query: "?per_page=2" };
  const today = new Date().toISOString().slice(0, 10);
  const range = { query: `?start_date=${today}&end_date=${today}` };

  await take("program_get");
  await take("program_update");
  await take("program_versions", page);
  const later = await program.call("PATCH", "/program", {
    body: { hold_days: 45, effective_at: "2999-01-01T00:00:00Z" },
  });
  await take("program_withdraw", { id: String(later.body.version) });
  const { id } = await take("affiliates_create", {}, { status: "active" });
  await take("affiliates_update", { id });
  const link = await take("links_create", {}, { affiliate_id: id });
  const click = await program.follow(link.code);
  await services.clicksWritten();
  const line = { product_id: "prod_boots", sku: "BOOTS-42", name: "Boots", quantity: 1, unit_price: 10_000 };
  const order = { customer_email: "kim@example.com", order_number: "#1042", line_items: [line] };
  const reported = await program.report([
    program.placed({ ...order, click_id: click }),
    program.placed({ ...order, order_number: "#1043", customer_email: "lee@example.com", click_id: click }),
    program.placed({ ...order, order_number: "#1044", customer_email: "noa@example.com" }),
  ]);
  await take("orders_list", page);
  const nobodys = reported.body.data[2].order_id;
  await take("orders_preview", { id: nobodys, query: `?affiliate_id=${id}` });
  await take("orders_attribute", { id: nobodys }, { affiliate_id: id });
  await take("orders_get", { id: nobodys });
  await services.db.execute(sql`update affiliate.commission set eligible_at = now() - interval '1 minute'`);
  const { data: commissions } = await take("commissions_list", page);
  await take("commissions_hold", { id: commissions[0].id }, { until: today });
  const approved = await take("commissions_approve", { id: commissions[0].id });
  await take("commissions_reject", { id: commissions[1].id });
  await take("payouts_owed");
  await take("commissions_get", { id: approved.id });
  const { amount } = approved;
  const paid = await take("payouts_create", {}, { affiliate_id: id, amount, commission_ids: [approved.id] });
  await take("payouts_list", page);
  await take("payouts_update", { id: paid.id });
  await take("payouts_get", { id: paid.id });
  await take("links_list", page);
  await take("links_get", { id: link.id });
  await take("links_code", { code: "mira-autumn" });
  await take("links_update", { id: link.id });
  await take("program_preview", {}, { month: today.slice(0, 7) });
  for (const name of ["summary", "affiliates", "products", "clicks"]) await take(`analytics_${name}`, range);
  await take("affiliates_list", page);
  const { email } = await take("affiliates_get", { id });
  await program.report([program.placed({ customer_email: email, click_id: click })]);
  await take("risks_list", page);
  await take("links_delete", { id: link.id });
  const leaving = await program.affiliate();
  await take("affiliates_delete", { id: leaving.id });
}

async function recordFailures(services: TestServices, limited: TestServices, answers: Record<string, unknown>) {
  const { key } = await services.key({ store: "failing" });
  const scopes = allScopes.filter((scope) => scope !== "write:affiliates");
  const narrow = await services.key({ store: "failing", scopes });
  const busy = await limited.key({ store: "busy" });
  const call = (method: string, path: string, sent: Sent) => services.call(method, `/affiliate/v1${path}`, sent);
  const draft = { ...affiliate.affiliates.create.example };
  await call("POST", "/affiliates", { key, body: draft });
  await limited.call("GET", "/affiliate/v1/program", { key: busy.key });
  await limited.db.execute(sql`update affiliate.rate_budget set minute_used = 15000, minute_start = now()`);
  const body = "x".repeat(1024 * 1024 + 1);
  const failures = [
    () => call("POST", "/affiliates", { key, body: { ...draft, email: "mira@" } }),
    () => call("GET", "/affiliates", { key: "live_wrong" }),
    () => call("POST", "/affiliates", { key: narrow.key, body: draft }),
    () => call("GET", "/affiliates/aff_none", { key }),
    () => call("POST", "/affiliates", { key, body: draft }),
    () => call("POST", "/affiliates", { key, body }),
    () => call("POST", "/affiliates", { key, body: "email=mira", headers: { "content-type": "text/plain" } }),
    () => limited.call("GET", "/affiliate/v1/program", { key: busy.key }),
  ];
  for (const cause of failures) {
    const { status, body } = await cause();
    answers[status] = body;
  }
  await limited.db.$client.end();
  const broken = await limited.call("GET", "/affiliate/v1/program", { key: busy.key });
  answers[broken.status] = broken.body;
}

test("the examples are the recorded responses of the service", async () => {
  await expect(`${JSON.stringify(recorded, null, 2)}\n`).toMatchFileSnapshot("./examples.json");
});

test("every operation and every failure has an example that fits its schema", async () => {
  // Read after the recording, which may have written the examples again.
  const { affiliateService } = await import("./index.ts");
  expectExamples(openapi(contract, { ...affiliateService.document(), serverUrl: "/v1" }), contract);
});
