import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type JobsShop, type JobsTest, openJobsTest } from "../../../testing/jobs/jobs.ts";

let desk: JobsTest;
let shop: JobsShop;

beforeAll(async () => {
  desk = await openJobsTest();
  await desk.work();
});
afterAll(() => desk.close());
beforeEach(async () => {
  shop = await desk.newShop();
});
afterEach(() => {
  desk.control.reset();
  desk.control.choices.checkoutLimits = null;
});

async function exported(resource: string, filter?: object) {
  const { id } = await shop.start({ kind: "export_csv", params: { resource }, ...(filter && { filter }) });
  const job = await shop.until(id);
  const text: string = await (await shop.ask("jobs", "file", { params: { id } })).text();
  return { id, job, text, lines: text.trim().split("\r\n") };
}

const dryRun = (resource: string, csv: string) => shop.ask("jobs", "dry_run", { body: { resource, csv } });
const load = (resource: string, csv: string, more: object = {}) =>
  shop.start({ kind: "import_csv", params: { resource, csv, ...more } });

describe("an export", () => {
  test.each(["upsells", "bundles", "affiliates", "orders", "commissions", "payouts", "links"])(
    "an export of %s has a line for each record",
    async (resource) => {
      const { job, lines } = await exported(resource);
      const table = resource === "orders" ? "attributed_orders" : resource;
      const count = shop.store.table(table as "upsells").size;
      expect(lines).toHaveLength(count + 1);
      expect(job).toMatchObject({ total: count, counts: { done: count }, seconds_left: null });
      expect(Date.parse(job.file_until) - Date.now()).toBeGreaterThan(6 * 86_400_000);
    },
  );

  test("an export has exactly the records that match its filter, over several pages, with formulas as text", async () => {
    shop.commissions(230);
    const first = shop.store.find("commissions", "50001");
    shop.store.put("commissions", { ...first, note: "=HYPERLINK(1)" });
    const { lines, text } = await exported("commissions", { status: "pending" });
    expect(lines).toHaveLength(261);
    expect(new Set(lines.map((line) => line.split(",")[0])).size).toBe(261);
    expect(text).toContain(",'=HYPERLINK(1),");
    expect(text).not.toContain("under_review");
  });

  test.each([
    ["clicks", 60],
    ["affiliate_metrics", 12],
    ["product_metrics", 2],
  ])(
    "an export of the report %s has a line for each row, however many pages and whatever its cursor",
    async (resource, count) => {
      const { job, lines } = await exported(resource);
      expect(lines).toHaveLength(count + 1);
      expect(job).toMatchObject({ resource: "analytics", counts: { done: count } });
      await expect(exported(resource, { start_date: "2026-10-01" })).rejects.toMatchObject({ status: 400 });
    },
  );

  test("an export of the audit has its entries, and is deleted after seven days", async () => {
    const approve = await shop.start({ kind: "approve_commissions", ids: ["8001"] });
    await shop.until(approve.id);
    const { id, text } = await exported("audit", { operation: "commissions.approve" });
    expect(text.trim().split("\r\n")).toHaveLength(2);
    // The file holds what its maker may read, which other people may not.
    const other = { person: { id: "somebody", name: "Somebody", email: "somebody@shop.test" } };
    for (const role of ["affiliate_manager", "merchant", "analyst"]) {
      const file = shop.ask("jobs", "file", { params: { id } }, { ...other, role });
      await expect(file, role).rejects.toMatchObject({ status: 404 });
    }
    expect(await shop.ask("jobs", "file", { params: { id } }, { ...other, role: "owner" })).toBeInstanceOf(Response);
    await desk.db.execute(sql`update desk.job_file set created_at = now() - interval '8 days' where job_id = ${id}`);
    const { forgetOld } = await import("../../memory/retention.ts");
    await forgetOld();
    await expect(shop.ask("jobs", "file", { params: { id } })).rejects.toMatchObject({ status: 404 });
  });

  test("an export that is interrupted continues without repeating a line", { tags: "long" }, async () => {
    shop.commissions(230);
    desk.control.misbehave({ on: "GET /commissions", fault: "cut", skip: 2, times: 1, store: shop.id });
    const { id } = await shop.start({ kind: "export_csv", params: { resource: "commissions" } });
    await shop.until(id);
    const lines = (await (await shop.ask("jobs", "file", { params: { id } })).text()).trim().split("\r\n");
    expect(lines).toHaveLength(271);
    expect(new Set(lines.map((line: string) => line.split(",")[0])).size).toBe(271);
  });
});

describe("an import", () => {
  test("an import of an exported file finds every line valid and every record existing", async () => {
    const create = {
      name: '=Care, "kit"',
      product_id: "a|b",
      trigger_products: ["x", "y|z"],
      placement: "cart",
      discount: { type: "percentage", value: 12.5 },
      status: "draft",
    };
    for (const id of shop.store.table("upsells").keys()) shop.store.table("upsells").delete(id);
    const { discount, ...fields } = create;
    shop.store.put("upsells", { id: "off-9", ...fields, discount_type: discount.type, discount_value: discount.value });
    const { text } = await exported("upsells");
    const run = await dryRun("upsells", text);
    expect(run).toMatchObject({ rows: 1, problems: [], repeated: [], compared: 1 });
    expect(run.existing).toEqual([{ line: 2, id: "off-9" }]);
    const { id } = await load("upsells", text);
    expect((await shop.until(id)).counts).toMatchObject({ done: 1 });
    expect(shop.store.list("upsells")[0]).toMatchObject({ name: create.name, discount_value: 12.5 });
  });

  test("an import reports the place and reason of each bad line, and lines that repeat others", async () => {
    const csv = [
      "Affiliate ID;destination-url;Code;Remarks",
      "11;https://shop.example.com/a;mira;first",
      "11;javascript:alert(1);jon;",
      ";https://shop.example.com/b;two words;",
      "11;https://shop.example.com/c;MIRA;again",
    ].join("\r\n");
    const run = await dryRun("links", `\uFEFF${csv}`);
    expect(run).toMatchObject({ rows: 4, valid: 2, problem_count: 3, repeated: [{ line: 5, of: 2 }] });
    expect(run.columns.map(({ field }: { field: string }) => field)).toEqual([
      "affiliate_id",
      "destination_url",
      "code",
      null,
    ]);
    expect(run.problems).toMatchObject([
      { line: 3, column: "destination-url", message: expect.stringContaining("https://") },
      { line: 4, column: "Affiliate ID", message: "This field is required.", message_key: { key: "required" } },
      { line: 4, column: "Code", message: expect.stringContaining("letters, digits") },
    ]);
    await expect(load("links", csv)).rejects.toMatchObject({ status: 400 });
    expect(shop.store.effects).toEqual([]);
    const { id } = await load("links", csv, { skip_invalid: true });
    const job = await shop.until(id);
    expect(job.counts).toMatchObject({ done: 2, skipped: 2 });
    expect(shop.store.count({ resource: "links", action: "created" })).toBe(2);
  });

  test.each([
    ["a file without a known column", "a,b\n1,2", "No column"],
    ["an empty file", "", "empty"],
    ["an open quote", 'name,status\n"x,draft', "never closed"],
    ["too many lines", `name\n${"x\n".repeat(5_001)}`, "5001 lines"],
  ])("an import refuses %s", async (_name, csv, message) => {
    await expect(dryRun("upsells", csv)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(message),
    });
  });

  test.each([
    ["an error", { fault: "error" }],
    ["silence", { fault: "silence" }],
    ["a cut", { fault: "cut" }],
  ] as const)(
    "an import makes each record once where the API acts and answers with %s",
    { tags: "long" },
    async (_name, fault) => {
      const rules = ["POST /bundles", "POST /affiliates", "POST /links"];
      for (const on of rules) desk.control.misbehave({ on, when: "after", times: 2, store: shop.id, ...fault });
      const bundles =
        "name,type,products,pricing_type,pricing_value\nA,fixed,p*2|q,percentage_off,10\nA,fixed,p,percentage_off,10\nB,fixed,p,percentage_off,5";
      const affiliates = "email,first_name,last_name\na@x.test,A,A\nb@x.test,B,B\nc@x.test,C,C";
      const links = "affiliate_id,destination_url\n11,https://x.test/1\n11,https://x.test/2\n11,https://x.test/1";
      for (const [resource, csv] of Object.entries({ bundles, affiliates, links })) {
        const { id } = await load(resource, csv);
        expect((await shop.until(id)).counts, resource).toMatchObject({ done: 3, failed: 0, unknown: 0 });
        expect(shop.store.count({ resource, action: "created" }), resource).toBe(3);
      }
    },
  );
});
