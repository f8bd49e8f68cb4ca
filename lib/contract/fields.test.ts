import { expect, test } from "vitest";
import type * as z from "zod";
import { affiliate } from "./affiliate/index.ts";
import { affiliateStorefront } from "./affiliate-storefront.ts";
import { checkout } from "./checkout/index.ts";
import { type Contract, operationsOf, personFields } from "./define.ts";
import { desk } from "./desk/index.ts";
import { joinDraft } from "./desk/partner-program.ts";
import { partnerContract } from "./partner/index.ts";
import { storefront } from "./storefront.ts";

// Promises about every field that a caller may send, in each contract and in the public form.

type Field = { path: string; name: string; schema: z.ZodType };

function fieldsOf(schema: unknown, path: string): Field[] {
  const { def } = schema as { def: Record<string, unknown> & { type: string } };
  if (def.type === "object") {
    return Object.entries((schema as z.ZodObject).shape).flatMap(([name, field]) => [
      { path: `${path}.${name}`, name, schema: field as z.ZodType },
      ...fieldsOf(field, `${path}.${name}`),
    ]);
  }
  const inside = ["innerType", "element", "in", "out", "valueType"].map((name) => def[name]).filter(Boolean);
  return [...inside, ...((def.options as unknown[]) ?? [])].flatMap((each) => fieldsOf(each, path));
}

const contracts: Record<string, Contract> = {
  checkout,
  affiliate,
  desk,
  partner: partnerContract,
  storefront,
  affiliateStorefront,
};
const sent = [
  ...Object.entries(contracts).flatMap(([api, contract]) =>
    operationsOf(contract).flatMap(({ resource, name, operation: { body } }) =>
      body ? fieldsOf(body, `${api}.${resource}.${name}`) : [],
    ),
  ),
  ...fieldsOf(joinDraft, "join"),
];

/** Fields with such a name that hold no web address. */
const other = [
  // Filled in only by programs, and never shown.
  "join.url",
  // A postal address.
  "partner.tax.save.address",
];

const isAddress = ({ name, path }: Field) =>
  /(^|_)(url|uri|website|origin|origins|landing_page|link|logo|image_url)$|^address$/.test(name) &&
  !other.includes(path);

test("no field for a web address takes one that runs a script or opens a file", () => {
  const fields = sent.filter(isAddress);
  expect(new Set(fields.map(({ name }) => name))).toEqual(
    new Set(["url", "image_url", "website", "destination_url", "origins", "address"]),
  );
  const schemes = [
    "javascript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:https://a.example/1",
  ];
  const hostile = [
    ...schemes.flatMap((each) => [each, each.toUpperCase(), ` ${each}`, `\t${each}`, `\u0001${each}`]),
    "java\tscript:alert(1)",
    "java\nscript:alert(1)",
    "javascript://shop.example/%0aalert(1)",
    "//evil.example",
    "https:javascript:alert(1)",
    "https:///",
    "https://user:pass@shop.example",
    "http://localhost:1@evil.example",
    "\u200bjavascript:x",
    "javascript&#58;x",
  ];
  for (const { path, schema } of fields) {
    for (const address of hostile) {
      for (const value of [address, [address]]) {
        expect(schema.safeParse(value).success, `${path}: ${JSON.stringify(value)}`).toBe(false);
      }
    }
  }
});

test("no field lets the caller say who acts, except those that the dashboard fills itself", () => {
  const names = sent.filter(({ name }) =>
    /(^|_)(by|actor|author|user|user_id|person|person_id|invited|inviter)$/.test(name),
  );
  const filled = Object.entries(contracts).flatMap(([api, contract]) =>
    operationsOf(contract).flatMap(({ resource, name, operation: { body } }) =>
      personFields(body).map((field) => `${api}.${resource}.${name}.${field}`),
    ),
  );
  expect(filled).toEqual(["checkout.experiments.decide.by"]);
  expect(names.map(({ path }) => path)).toEqual(filled);
});
