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

test("each error lands on the field it names, and the first takes the focus", () => {
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

test("flat names and positions in a list find their control", () => {
  const { landed } = show([
    { field: "discount_value", message: "No." },
    { field: "trigger_products.3", message: "Empty." },
    { field: "trigger_products[0]", message: "Long." },
  ]);
  expect(landed.map(([name]) => name)).toEqual(["discount.value", "trigger_products", "trigger_products"]);
});

test("what belongs to no field is told with its name", () => {
  expect(show([{ field: "foo", message: "This is not a known field." }]).unmatched).toEqual([
    "Foo is not a known field.",
  ]);
});

test("an error without details is told in its own words", () => {
  expect(show([]).unmatched).toEqual(["No."]);
});
