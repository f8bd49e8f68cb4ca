import fc from "fast-check";
import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { upsellPlacements, upsellStatuses } from "@/lib/contract/checkout/upsell-words";
import { type UpsellDraft, upsellDraft } from "@/lib/contract/checkout/upsells";
import { createFormat } from "@/lib/format";
import messages from "@/lib/i18n/messages/en/upsells.json";
import { offerSentence } from "./sentence";

const translate = createTranslator({ locale: "en", messages: { upsells: messages }, namespace: "upsells.sentence" });
const format = createFormat({ locale: "en", currency: "EUR", timeZone: "UTC" });
const say = (offer: UpsellDraft) =>
  offerSentence(offer, translate as never, format, new Intl.ListFormat("en", { type: "disjunction" }));

const offer: UpsellDraft = {
  name: "Grinder",
  product_id: "prod_c",
  trigger_products: ["prod_a", "prod_b"],
  discount: { type: "percentage", value: 15 },
  placement: "post_purchase",
  status: "active",
};

test("an offer reads back as a sentence", () => {
  expect(say(offer)).toBe(
    "When a shopper has a cart with prod_a or prod_b, offer prod_c at 15% off after purchase. It is switched on.",
  );
});

test("without triggers it goes to every shopper", () => {
  expect(say({ ...offer, trigger_products: [], status: "draft", placement: "cart" })).toBe(
    "To every shopper, offer prod_c at 15% off in the cart. It is a draft, so nobody sees it.",
  );
});

test("words that only another API knows are shown as they came", () => {
  expect(say({ ...offer, placement: "exit_popup", status: "paused", discount: { type: "bogo", value: 1 } })).toBe(
    "When a shopper has a cart with prod_a or prod_b, offer prod_c with bogo 1 at “exit_popup”. Its status is “paused”.",
  );
});

test("an offer that is still empty makes no claim about a discount", () => {
  const empty = { ...offer, product_id: "", trigger_products: [], discount: { type: "percentage", value: Number.NaN } };
  expect(say(empty)).toBe("To every shopper, offer a product after purchase. It is switched on.");
});

test("every product, amount, placement and status of the body is in the sentence", () => {
  const id = fc.stringMatching(/^[a-z0-9]{3,12}$/);
  const drafts = fc.record({
    name: id,
    product_id: id,
    trigger_products: fc.uniqueArray(id, { maxLength: 5 }),
    discount: fc.record({ type: fc.constant("percentage"), value: fc.integer({ min: 1, max: 100 }) }),
    placement: fc.constantFrom(...upsellPlacements),
    status: fc.constantFrom(...upsellStatuses),
  });
  fc.assert(
    fc.property(drafts, (draft) => {
      const body = upsellDraft.parse(draft);
      const sentence = say(body);
      for (const product of [body.product_id, ...body.trigger_products]) expect(sentence).toContain(product);
      expect(sentence).toContain(`${body.discount.value}% off`);
      expect(sentence).toContain(messages.sentence.where[draft.placement]);
      expect(sentence).toContain(messages.sentence.status[draft.status]);
    }),
  );
});
