import { expect, test } from "vitest";
import { createQueryClient } from "./query-client.ts";

test("no timer keeps the data of a page on the server after the page is sent", () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  createQueryClient().setQueryData(["upsells"], { data: [] });
  expect(timers()).toBe(before);
});
