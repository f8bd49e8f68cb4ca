import { afterAll, beforeAll, expect, test } from "vitest";
import { openSecondDesk } from "../../../testing/second-desk.ts";

// The API's limits differ from the specified ones, and the operator has configured them.

const limits = { burst: 3, minute: 40, hour: 500 };
let desk: Awaited<ReturnType<typeof openSecondDesk>>;

beforeAll(async () => {
  process.env.CHECKOUT_API_LIMITS = Object.values(limits).join(",");
  desk = await openSecondDesk();
  desk.control.choices.checkoutLimits = limits;
});
afterAll(() => desk.close());

test("calls to an API keep to the limits configured for it, and the other API keeps the specified ones", async () => {
  const shop = await desk.newShop();
  const offers = Array.from({ length: 6 }, (_, index) => ({ params: { id: `off-${index + 1}` } }));
  await Promise.all(offers.map((offer) => shop.perform("checkout", "upsells.get", offer)));
  expect(desk.control.calls("* *", shop.id).map(({ status }) => status)).toEqual(Array(6).fill(200));
  const { governorOf } = await import("./governors.ts");
  const { readConnection } = await import("../connections.ts");
  const budgetOf = async (api: "checkout" | "affiliate") =>
    governorOf(await readConnection({ storeId: shop.id, mode: "live", api }))?.budget();
  expect(await budgetOf("checkout")).toMatchObject({ limit: 40, remaining: 34, hour_limit: 500, hour_remaining: 494 });
  expect(await budgetOf("affiliate")).toMatchObject({ limit: 120, remaining: 120, hour_limit: 3_600 });
});

test("a limits setting that is not three numbers stops the start with an example of a valid one", async () => {
  const { execFile } = await import("node:child_process");
  const code = `await import("./lib/runtime/server-modules.ts"); (await import("./lib/server/env.ts")).env();`;
  const said = await new Promise<string>((resolve) => {
    const env = { ...process.env, CHECKOUT_API_LIMITS: "120 a minute" };
    const args = ["--input-type=module-typescript", "--eval", code];
    execFile(process.execPath, args, { env }, (_error, _out, errors) => resolve(errors));
  });
  expect(said).toContain("such as 20,120,3600");
});
