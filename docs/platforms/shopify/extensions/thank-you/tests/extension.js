import { getExtension } from "@shopify/ui-extensions-tester";
import { fireEvent, waitFor } from "@testing-library/preact";
import { render } from "preact";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openAnswers } from "../../answers.js";

const extension = getExtension("purchase.thank-you.block.render");
const { fetch } = globalThis;
let answers;

beforeEach(async () => {
  answers = await openAnswers();
  extension.setUp();
  // The tester answers nothing.
  globalThis.fetch = fetch;
  const { shopify } = extension;
  shopify.settings.value = { address: answers.address, key: "pub_live_1" };
  shopify.orderConfirmation.value = { order: { id: "gid://shopify/OrderIdentity/1001" }, isFirstOrder: true };
  const line = { ...shopify.lines.value[0] };
  shopify.lines.value = [
    { ...line, merchandise: { ...line.merchandise, product: { id: "gid://shopify/Product/7001" } } },
  ];
  shopify.shop.storefrontUrl = "https://shop.example.com/";
});
afterEach(() => {
  render(null, document.body);
  extension.tearDown();
  answers.close();
});

const button = () => document.body.querySelector("s-button");

test("shows the offer for the order, and opens a checkout with its product and code", async () => {
  await extension.render();
  expect(answers.asked[0]).toMatchObject({
    what: "offers",
    query: { cart: "7001", placement: "thank_you", order: "1001" },
  });
  expect(document.body.textContent).toContain("Paper filters");
  fireEvent.click(button());
  await waitFor(() =>
    expect(button().getAttribute("href")).toBe("https://shop.example.com/cart/8002:1?discount=CW-7K2M9QX4VB0T"),
  );
  expect(answers.asked[1].body).toMatchObject({ upsell_id: "ups_1", cart: ["7001"], order: "1001" });
});

test("an offer of several pieces shows what they cost together, and opens a checkout with all of them", async () => {
  Object.assign(answers.answers.offers.offers[0], { quantity: { least: 3, most: 5 } });
  const [line] = answers.answers.tickets.lines;
  Object.assign(answers.answers.tickets, { price: 51, lines: [{ ...line, quantity: 3 }] });
  await extension.render();
  expect(document.body.textContent).toContain("3 × Paper filters");
  expect(document.body.textContent).toMatch(/60.*51/);
  fireEvent.click(button());
  await waitFor(() => expect(button().getAttribute("href")).toContain("/cart/8002:3?"));
});

test("without a code, the shopper is told that nothing was added", async () => {
  answers.answers.code = { id: "tkt_1", code: null };
  await extension.render();
  fireEvent.click(button());
  await waitFor(() => expect(document.body.textContent).toContain("Not added."));
  expect(button().getAttribute("href")).toBeNull();
});

test("without an answer, nothing is shown", async () => {
  answers.answers.offers = undefined;
  await extension.render();
  expect(document.body.textContent).toBe("");
});
