import { describe, expect, test } from "vitest";
import { invalid } from "./errors.ts";
import { readError } from "./read-error.ts";
import { sentence } from "./sentences.ts";

const taken = [{ field: "name", message: "is taken" }];

describe("an error keeps the words of the API", () => {
  const forms: [form: string, body: unknown, message: string, details: object[]][] = [
    [
      "as specified",
      { error: { code: "invalid_request", message: "Validation failed", details: taken } },
      "Validation failed",
      taken,
    ],
    ["as a bare message", { message: "Offer is archived" }, "Offer is archived", []],
    ["as a text", { error: "Offer is archived" }, "Offer is archived", []],
    ["of OAuth", { error: "invalid_grant", error_description: "Ask again" }, "Ask again", []],
    ["as plain text", "Offer is archived\n", "Offer is archived", []],
    ["as a list of texts", { errors: ["A", "B"] }, "A; B", ["A", "B"].map((message) => ({ field: "", message }))],
    [
      "with messages for each field",
      { message: "Invalid", errors: { name: ["is taken"], discount: { value: ["is low"] } } },
      "Invalid",
      [...taken, { field: "discount.value", message: "is low" }],
    ],
    [
      "with one message for each field",
      { errors: { title: "is long" } },
      "title: is long",
      [{ field: "title", message: "is long" }],
    ],
    ["of Mongoose", { errors: { name: { message: "is taken", kind: "x" } } }, "name: is taken", taken],
    [
      "with a path",
      { errors: [{ path: ["discount", "value"], message: "low" }] },
      "discount.value: low",
      [{ field: "discount.value", message: "low" }],
    ],
    [
      "with a pointer",
      { errors: [{ pointer: "#/trigger_products/0", detail: "gone" }] },
      "trigger_products.0: gone",
      [{ field: "trigger_products.0", message: "gone" }],
    ],
    [
      "with a code alone",
      { errors: [{ field: "name", code: "missing_field" }] },
      "name: missing_field",
      [{ field: "name", message: "missing_field" }],
    ],
    [
      "of RFC 7807",
      {
        type: "about:blank",
        title: "Bad input",
        status: 422,
        detail: "Look below",
        "invalid-params": [{ name: "name", reason: "is taken" }],
      },
      "Look below",
      taken,
    ],
    ["of RFC 7807 with a title alone", { title: "Out of credit", status: 402 }, "Out of credit", []],
    ["of RFC 9457", { title: "Invalid", errors: [{ detail: "is taken", pointer: "#/name" }] }, "Invalid", taken],
    [
      "of JSON:API",
      {
        errors: [
          { status: "422", title: "Invalid", detail: "is taken", source: { pointer: "/data/attributes/name" } },
          { title: "Unknown", source: { parameter: "page" } },
        ],
      },
      "name: is taken; page: Unknown",
      [...taken, { field: "page", message: "Unknown" }],
    ],
    ["of FastAPI", { detail: [{ loc: ["body", "name"], msg: "is taken", type: "x" }] }, "name: is taken", taken],
    [
      "of NestJS",
      { statusCode: 400, message: ["name is taken"], error: "Bad Request" },
      "Bad Request",
      [{ field: "", message: "name is taken" }],
    ],
    ["of ASP.NET", { title: "Invalid", errors: { "$.name": ["is taken"] } }, "Invalid", taken],
    ["as a list", [{ field: "name", message: "is taken" }], "name: is taken", taken],
  ];
  test.each(forms)("%s", (_, body, message, details) => {
    expect(readError(422, body)).toMatchObject({ status: 422, message, details });
  });

  test.each([null, {}, [], 7, "", "<!doctype html><h1>Oops</h1>", { message: "<html>" }, { errors: [null, 3, {}] }])(
    "and %j has none",
    (body) => {
      expect(readError(418, body)).toMatchObject({ message: "The API answered 418.", details: [] });
    },
  );

  test("its code is kept if it is a plain word", () => {
    expect(readError(409, { error: { code: "sku_taken", message: "No" } }).code).toBe("sku_taken");
    expect(readError(409, { code: "a b<c>", message: "No" }).code).toBe("conflict");
  });
});

test("the key and the values of a message survive the way to the browser, and other values do not", () => {
  const name = { field: "name", ...sentence("atMostCharacters", { count: 80 }) };
  expect(name).toEqual({
    field: "name",
    message: "Must be at most 80 characters.",
    key: "atMostCharacters",
    values: { count: 80 },
  });
  const error = invalid(name);
  expect(error.toBody().error).toMatchObject({
    message: "Name must be at most 80 characters.",
    key: "field",
    values: { field: "Name", reason: { key: "atMostCharacters", values: { count: 80 } } },
  });
  const sent = JSON.parse(JSON.stringify(error.toBody()));
  expect(readError(400, sent).toBody()).toEqual(error.toBody());
  const odd = { message: "No", key: "a b", values: { count: 1 } };
  expect(readError(400, { error: odd }).toBody().error).toEqual({ code: "invalid_request", message: "No" });
  const deep = { message: "No", key: "field", values: { reason: [1], list: null } };
  expect(readError(400, { error: deep }).sentence.values).toEqual({ reason: "", list: "" });
});

test("long messages are cut, details are limited, and no character changes the writing direction", () => {
  const error = readError(422, {
    message: `a\u0000b\u202e\n\tc${"d".repeat(9_999)}`,
    errors: Array.from({ length: 999 }, (_, n) => ({ field: "f".repeat(999), message: `${n}` })),
  });
  expect(error.message).toMatch(/^a b cd+…$/);
  expect(error.message).toHaveLength(500);
  expect(error.details).toHaveLength(50);
  expect(error.details[0]?.field).toHaveLength(120);
  expect(readError(422, error.toBody()).toBody()).toEqual(error.toBody());
});

test("fields named `__proto__` and `constructor` are ordinary fields", () => {
  const body = JSON.parse('{"errors":{"__proto__":["is taken"],"constructor":["is taken"]}}');
  expect(readError(422, body).details.map(({ field }) => field)).toEqual(["__proto__", "constructor"]);
});
