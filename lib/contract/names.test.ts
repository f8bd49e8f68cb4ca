import { expect, test } from "vitest";
import * as z from "zod";
import { affiliate } from "./affiliate/index.ts";
import { checkout } from "./checkout/index.ts";
import { nameText } from "./common.ts";
import { type Contract, operationsOf } from "./define.ts";
import { desk } from "./desk/index.ts";

const sentence = "Must not contain invisible characters. Enter it by hand instead of pasting it.";
const problemsOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues ?? [];

test.each([
  ["turns what follows", "Mug\u202e gpj.exe"],
  ["keeps a direction to itself", "\u2067Mug\u2069"],
  ["marks a direction", "Mug\u200f"],
  ["takes no room", "Ad\u200bmin"],
  ["ends a line", "Mug\u2028Cup"],
  ["is a control character of the second set", "Mug\u0085"],
])("a name with a character that %s is refused", (_, name) => {
  expect(problemsOf(nameText(80), name).map(({ message }) => message)).toEqual([sentence]);
});

test.each([
  "Ærøskøbing & søn",
  "珈琲店",
  "مقهى الصباح",
  "בית קפה",
  "می\u200cخواهم",
  "👩‍💻 Café",
  "क्‍ष",
  "Zoë’s “Kaffee” – 2",
])("%s is a name", (name) => {
  expect(nameText(80).parse(name)).toBe(name);
});

const fields = ["name", "first_name", "last_name", "company_name", "group"];

test("every operation with a name in its body refuses such names", () => {
  const taken = [desk, checkout, affiliate].flatMap((contract) =>
    operationsOf(contract as Contract).flatMap(({ resource, name, operation: { body } }) =>
      body instanceof z.ZodObject
        ? fields
            .filter((field) => field in body.shape)
            .map((field) => ({ at: `${resource}.${name}.${field}`, body, field }))
        : [],
    ),
  );
  expect(taken.length).toBeGreaterThan(10);
  const open = taken.filter(
    ({ body, field }) =>
      !problemsOf(body, { [field]: "a\u202eb" }).some(({ path, message }) => path[0] === field && message === sentence),
  );
  expect(open.map(({ at }) => at)).toEqual([]);
});
