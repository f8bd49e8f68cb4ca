import { expect, test } from "vitest";
import { experimentDraft } from "@/lib/contract/checkout/experiment-draft";
import type { Experiment } from "@/lib/contract/checkout/experiments";
import { resolve } from "./check-experiment.ts";
import { copyOf, emptyForm, newBundle, newOffer, newVariant, toBody, toForm, withPart } from "./form-model.ts";

const complete = {
  name: "Care kit",
  variants: [
    { name: "control", weight: 2 },
    {
      name: "variant_a",
      weight: 1,
      label: "Bigger discount",
      changes: {
        offers: [
          { upsell_id: "ups_1", discount: { type: "percentage", value: 25 }, title: "Care", first: true as const },
          { upsell_id: "ups_2", off: true as const },
        ],
        bundles: [{ bundle_id: "bun_1", pricing: { type: "fixed_price", value: 30 } }],
        settings: { cooldown_hours: 0 },
      },
    },
  ],
  plan: {
    hypothesis: "More shoppers accept.",
    metric: "acceptance" as const,
    guardrails: ["refunds" as const],
    effect: 0.07,
    stops_on_breach: true,
    traffic: 0.29,
    group: "summer",
    audience: { countries: ["DE"], device: "mobile" as const, affiliate: false },
    starts_at: "2030-01-01T09:30:00.000Z",
    ends_at: "2030-02-01T00:00:00.000Z",
  },
};
const stored: Experiment = { id: "exp_1", status: "draft", ...complete };
const check = async (form: Parameters<typeof toBody>[0]) =>
  (await resolve(form, undefined, { fields: {}, shouldUseNativeValidation: false })).errors;

test("an experiment that is opened and saved stays as it is", async () => {
  expect(toBody(toForm(stored))).toEqual(complete);
  expect(experimentDraft.parse(toBody(toForm(stored)))).toEqual(complete);
  expect(await check(toForm(stored))).toEqual({});
});

test("a copy has no schedule and is named otherwise", () => {
  expect(copyOf(stored, "Care kit (copy)")).toMatchObject({
    name: "Care kit (copy)",
    plan: { starts_at: "", ends_at: "" },
  });
});

test("each problem is found at its field, and empty fields are no problem", async () => {
  const [control, variant] = emptyForm.variants as [(typeof emptyForm.variants)[0], (typeof emptyForm.variants)[0]];
  expect(await check(emptyForm)).toMatchObject({
    name: { message: "Must not be empty." },
    variants: [undefined, { changes: { message: "Add at least one change." } }],
  });
  const changes = {
    ...variant.changes,
    offers: [{ ...withPart(newOffer, "discount", false), upsell_id: "ups_1" }],
    bundles: [newBundle],
  };
  const found = await check({ ...emptyForm, name: "A", variants: [control, { ...variant, changes }] });
  const [, { changes: wrong } = { changes: undefined }] = found.variants as unknown as { changes: object }[];
  expect(wrong).toMatchObject({
    offers: [{ message: "Choose what changes." }],
    bundles: [{ bundle_id: { message: "Must not be empty." }, pricing: { value: { message: "Must be a number." } } }],
  });
  const plan = {
    ...toForm(stored).plan,
    effect: Number.NaN,
    audience: { ...emptyForm.plan.audience, countries: ["Narnia"] },
  };
  expect(await check({ ...toForm(stored), plan })).toMatchObject({
    plan: {
      effect: { message: "Must be between 0.1 % and 1000 %." },
      audience: { countries: { message: "Must be an ISO 3166 country code such as DE." } },
    },
  });
});

test("a new variant gets a name that is free", () => {
  expect(newVariant([{ name: "control" }, { name: "variant_a" }, { name: "variant_c" }]).name).toBe("variant_b");
});

test("an offer that is switched off changes in nothing else", () => {
  const first = withPart(newOffer, "first", true);
  expect(Object.keys(first)).toEqual(["upsell_id", "discount", "first"]);
  const off = withPart(first, "off", true);
  expect(Object.keys(off)).toEqual(["upsell_id", "off"]);
  expect(Object.keys(withPart(off, "title", true))).toEqual(["upsell_id", "title"]);
});

test("a condition on the cart and a change of a bundle exclude each other, at each condition", async () => {
  const form = toForm(stored);
  const audience = { ...form.plan.audience, cart_min: 10, products: ["p"] };
  const message = "Must be left empty, because a variant changes a bundle, and bundles are shown without a cart.";
  expect(await check({ ...form, plan: { ...form.plan, audience } })).toEqual({
    plan: {
      audience: { cart_min: expect.objectContaining({ message }), products: expect.objectContaining({ message }) },
    },
  });
});
