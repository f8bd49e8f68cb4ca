import { expect, test, vi } from "vitest";
import { ApiError } from "../contract/errors.ts";
import { showErrors } from "./form-errors.ts";

const fields = ["name", "discount.type", "discount.value", "trigger_products"] as const;

function show(details: { field: string; message: string }[]) {
  const setError = vi.fn();
  const error = new ApiError(400, "invalid_request", "No.", details);
  const unmatched = showErrors<{ name: string }>(error, { setError } as never, fields as never);
  return {
    unmatched,
    landed: setError.mock.calls.map(([name, { message }, { shouldFocus }]) => [name, message, shouldFocus]),
  };
}

test("each error is shown at the field it names, and the first such field gets the focus", () => {
  const details = [
    { field: "discount.value", message: "Must be between 1 and 100." },
    { field: "name", message: "This field is required." },
  ];
  expect(show(details)).toEqual({
    unmatched: [],
    landed: [
      ["discount.value", "Must be between 1 and 100.", true],
      ["name", "This field is required.", false],
    ],
  });
});

test("errors with flat names or positions in a list are shown at their control", () => {
  const { landed } = show([
    { field: "discount_value", message: "No." },
    { field: "trigger_products.3", message: "Empty." },
    { field: "trigger_products[0]", message: "Long." },
  ]);
  expect(landed.map(([name]) => name)).toEqual(["discount.value", "trigger_products", "trigger_products"]);
});

test("an error of an unknown field is reported with the name of the field", () => {
  expect(show([{ field: "foo", message: "This is not a known field." }]).unmatched).toEqual([
    "Foo is not a known field.",
  ]);
});

test("an error without details is reported in its own words", () => {
  expect(show([]).unmatched).toEqual(["No."]);
});
