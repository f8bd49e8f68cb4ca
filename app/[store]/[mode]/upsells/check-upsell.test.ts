import { expect, test } from "vitest";
import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";
import { resolve } from "./check-upsell";
import { emptyUpsell } from "./words";

const check = async (more: Partial<UpsellDraft>) => {
  const values = { ...emptyUpsell, ...more };
  const { errors } = await resolve(values, undefined, { fields: {}, shouldUseNativeValidation: false });
  return errors;
};

test("a wrong entry of a list is a problem of the list's field", async () => {
  const errors = await check({
    trigger_products: ["fine", "x".repeat(300)],
    audience: { countries: ["DE", "Narnia"], languages: ["German"] },
  });
  expect(errors).toMatchObject({
    trigger_products: { message: "Must be at most 200 characters." },
    audience: {
      countries: { message: "Must be an ISO 3166 country code such as DE." },
      languages: { message: "Must be an ISO 639 language code such as de." },
    },
  });
});
