import { expect, test } from "vitest";
import { createQueryClient } from "./query-client.ts";

test("what a page has read on the server is held by nothing once the page is sent", () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  createQueryClient().setQueryData(["upsells"], { data: [] });
  expect(timers()).toBe(before);
});
