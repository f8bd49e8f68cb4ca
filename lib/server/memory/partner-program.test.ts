import { afterAll, beforeAll, expect, test } from "vitest";
import { store } from "../../database/schema/desk.ts";
import { partnerProgram } from "../../database/schema/desk-partners.ts";
import { openTestDesk } from "../../testing/desk.ts";

let desk: Awaited<ReturnType<typeof openTestDesk>>;
beforeAll(async () => {
  desk = await openTestDesk();
  await desk.db.insert(store).values({ id: "shop", name: "Blue Bottle", currency: "EUR", timeZone: "UTC" });
});
afterAll(() => desk.close());

test("a program is found by its word in the address once it was saved, and is closed at first", async () => {
  const { findProgram, programOf } = await import("./partner-program.ts");
  const sandbox = { storeId: "shop", mode: "sandbox" } as const;
  expect(await programOf(sandbox)).toMatchObject({ slug: "shop-sandbox", name: "Blue Bottle", open: false });
  expect(await findProgram("shop-sandbox")).toBeNull();
  await desk.db.insert(partnerProgram).values({ ...sandbox, slug: "friends", name: "Friends" });
  expect(await findProgram("friends")).toMatchObject({ ...sandbox, name: "Friends", open: false });
});
