import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../../lib/testing/database.ts";
import { breaches } from "./tenant-rule.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test.each([
  ["select id from checkout.upsell where tenant_id = $1 and id = $2", null],
  ["insert into checkout.settings (tenant_id) values ($1) on conflict do nothing", null],
  [
    "select u.id from checkout.upsell u join checkout.product p on p.tenant_id = u.tenant_id where u.tenant_id = $1",
    null,
  ],
  ["select t.store_id from checkout.tenant t where t.id = $1", null],
  ["select id from checkout.upsell where id = $1", "names no tenant"],
  ["update affiliate.payout set note = $1", "names no tenant"],
  [
    "select id, array(select o.id from checkout.upsell o where o.product_id = u.product_id) from checkout.upsell u where tenant_id = $1",
    "reads upsell of all tenants",
  ],
  ["select nothing from checkout.upsell", "cannot be explained"],
])("the rule says of “%s”: %s", async (statement, breach) => {
  const found = await breaches(database.url, [statement]);
  if (breach === null) expect(found).toEqual([]);
  else expect(found).toEqual([expect.stringContaining(breach)]);
});
