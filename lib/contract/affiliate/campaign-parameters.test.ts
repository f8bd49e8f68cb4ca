import { expect, test } from "vitest";
import { withCampaign } from "./campaign-parameters.ts";

const to = (address: string, campaign: object) => withCampaign(new URL(address), campaign).href;

test("the campaign follows the query of the destination and precedes its anchor", () => {
  expect(to("https://shop.test/boots?size=40#top", { utm_source: "a b", utm_campaign: "ü" })).toBe(
    "https://shop.test/boots?size=40&utm_source=a+b&utm_campaign=%C3%BC#top",
  );
});

test("the destination keeps its own query byte by byte, and empty campaign values are left out", () => {
  expect(to("https://shop.test/?utm_source=own&q=a%20b", { utm_source: "x", utm_medium: "", utm_campaign: null })).toBe(
    "https://shop.test/?utm_source=own&q=a%20b",
  );
});
