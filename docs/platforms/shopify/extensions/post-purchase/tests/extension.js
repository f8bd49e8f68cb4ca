import { createRemoteRoot } from "@remote-ui/core";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openAnswers } from "../../answers.js";
import { settings } from "../src/settings.js";

const points = new Map();
let answers;

beforeAll(async () => {
  globalThis.shopify = { extend: (point, run) => points.set(point, run) };
  await import("../src/index.js");
});
beforeEach(async () => {
  answers = await openAnswers();
  Object.assign(settings, { address: answers.address, key: "pub_live_1" });
});
afterEach(() => answers.close());

const inputData = {
  token: "of Shopify",
  locale: "en",
  initialPurchase: { referenceId: "purchase_1", lineItems: [{ product: { id: 7001 }, quantity: 1 }] },
};

async function decide() {
  const storage = {
    initialData: null,
    async update(data) {
      this.initialData = data;
    },
  };
  const { render } = await points.get("Checkout::PostPurchase::ShouldRender")({ inputData, storage });
  return { render, storage };
}

/** All components, in the order in which they are shown. */
const flat = (node) => [node, ...(node.children ?? []).flatMap(flat)];

async function show() {
  const { storage } = await decide();
  const root = createRemoteRoot(() => {});
  const told = [];
  const api = {
    storage,
    inputData,
    applyChangeset: async (token) => told.push(token),
    done: async () => told.push("done"),
  };
  points.get("Checkout::PostPurchase::Render")(root, api);
  const all = flat(root);
  const texts = all.flatMap(({ text }) => text ?? []).join(" ");
  return { texts, told, buttons: all.filter(({ type }) => type === "Button") };
}

test("several pieces are shown at what they cost together", async () => {
  Object.assign(answers.answers.offers.offers[0], { quantity: { least: 3, most: 3 } });
  const { texts } = await show();
  expect(texts).toContain("3 × Paper filters");
  expect(texts).toContain("€60.00");
  expect(texts).toContain("Add · €51.00");
});

test("asks for the offer after the purchase, and shows it", async () => {
  expect((await decide()).render).toBe(true);
  expect(answers.asked[0]).toMatchObject({
    what: "offers",
    query: { cart: "7001", placement: "post_purchase", language: "en" },
  });
  const { texts } = await show();
  expect(texts).toContain("Paper filters");
  expect(texts).toContain("€17.00");
});

test("an accepted offer is added by what Cartwright signed", async () => {
  const { told, buttons } = await show();
  await buttons[0].props.onPress();
  expect(told).toEqual(["signed", "done"]);
  expect(answers.asked.at(-1)).toMatchObject({ what: "changeset", body: { token: "of Shopify" } });
});

test("a declined offer, or one whose price has changed, adds nothing", async () => {
  const { told, buttons } = await show();
  await buttons[1].props.onPress();
  expect(told).toEqual(["done"]);
  answers.answers.tickets.price = 20;
  const later = await show();
  await later.buttons[0].props.onPress();
  expect(later.told).toEqual(["done"]);
});

test("without an answer, the page is not shown", async () => {
  answers.answers.offers = undefined;
  expect((await decide()).render).toBe(false);
});
