import { afterAll, beforeAll, expect, test } from "vitest";
import { openProgram, type Program } from "../../testing/affiliate/program.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { mintClickId } from "./click-ids.ts";
import { keyFor } from "./environment.ts";
import { pruneClicks } from "./retention.ts";

const dayMs = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * dayMs);

let services: TestServices;
let program: Program;
let links: { id: string; affiliate_id: string }[];
beforeAll(async () => {
  services = await openTestServices();
  program = await openProgram(services);
  const { id } = await program.affiliate();
  links = [await program.link(id)];
});
afterAll(() => services.close());

const clicks = async (query = "") => (await program.call("GET", `/analytics/clicks?${query}`)).body;
const link = async () => (await program.call("GET", `/links/${links[0]?.id}`)).body;

test("clicks are deleted after 13 months, their sums are kept, and lists count the remaining clicks", async () => {
  const [{ id, affiliate_id }] = links as [(typeof links)[0]];
  const kinds = [{ isBot: true }, { orderId: "ord_1" }, {}, {}];
  for (const kind of kinds) await program.insertClick(id, affiliate_id, { occurredAt: ago(400), ...kind });
  const kept = await program.insertClick(id, affiliate_id, { occurredAt: ago(380) });
  expect(await pruneClicks(services.db)).toBe(4);
  const { data, pagination } = await clicks();
  expect(data.map((row: { id: string }) => row.id)).toEqual([kept.id]);
  expect(pagination.total).toBe(1);
  for (const [status, total] of Object.entries({ bot: 0, converted: 0, unconverted: 1 })) {
    expect((await clicks(`status=${status}`)).pagination.total, status).toBe(total);
  }
  expect((await link()).clicks).toBe(4);
  expect(await pruneClicks(services.db)).toBe(0);
});

test("an order is still attributed to a deleted click, which is not counted again", async () => {
  const [{ id, affiliate_id }] = links as [(typeof links)[0]];
  const at = ago(401);
  const click_id = mintClickId(keyFor("click-id"), id, at.getTime());
  await program.insertClick(id, affiliate_id, { id: click_id, occurredAt: at });
  await pruneClicks(services.db);
  const before = (await link()).clicks;
  const placed = program.placed({ occurred_at: ago(400).toISOString(), click_id });
  const { data } = (await program.report([placed])).body;
  expect(data[0]).toMatchObject({ status: "accepted", affiliate_id, attribution_method: "link" });
  expect((await link()).clicks).toBe(before);
  expect((await clicks()).pagination.total).toBe(1);
});
