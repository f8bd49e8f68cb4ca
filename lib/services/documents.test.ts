import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { affiliateEventTypes, eventTypes } from "../contract/events.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import { storefrontEventTypes } from "../contract/storefront.ts";
import { openTestServices, type TestServices } from "../testing/services.ts";

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.close());

const read = async (base: string) => (await services.call("GET", `${base}/openapi.json`)).body;

describe.each(["/checkout/v1", "/checkout/storefront/v1", "/affiliate/v1"])("the document of %s", (base) => {
  test("a document is public and valid, and names the address at which it was requested", async () => {
    const document = await read(base);
    const result = await new Validator().validate(structuredClone(document));
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
    expect(document.openapi).toMatch(/^3\.1/);
    expect(document.servers).toEqual([{ url: `/services${base}` }]);
  });
});

test.each([
  ["/checkout/v1", eventTypes],
  ["/affiliate/v1", affiliateEventTypes],
])("the document of %s describes each of its webhook events, with a signature and an example", async (base, types) => {
  const { webhooks } = await read(base);
  expect(Object.keys(webhooks)).toEqual(types);
  for (const type of types) {
    const { parameters, requestBody } = webhooks[type].post;
    expect(parameters[0]).toMatchObject({ name: "X-Service-Signature", in: "header", required: true });
    const { schema, example } = requestBody.content["application/json"];
    expect(schema.properties.type.const).toBe(type);
    expect(Object.keys(example.data).filter((field) => !(field in schema.properties.data.properties))).toEqual([]);
  }
});

test("the storefront document has a schema of its own for each type of event", async () => {
  const { paths, components } = await read("/checkout/storefront/v1");
  const { items } = paths["/events"].post.requestBody.content["application/json"].schema.properties.events;
  expect(Object.keys(items.discriminator.mapping)).toEqual(storefrontEventTypes);
  expect(items.discriminator.propertyName).toBe("type");
  expect(items.oneOf.map(({ $ref }: JsonSchema) => $ref)).toEqual(Object.values(items.discriminator.mapping));
  for (const [type, reference] of Object.entries(items.discriminator.mapping)) {
    const schema = components.schemas[String(reference).split("/").at(-1) ?? ""];
    expect(schema.properties.type).toMatchObject({ const: type, description: expect.any(String) });
    expect(schema).toMatchObject({ additionalProperties: false, required: expect.arrayContaining(["id", "type"]) });
  }
});

test("operations and events beyond the specification are marked as extensions", async () => {
  const { paths, webhooks } = await read("/checkout/v1");
  expect(paths["/upsells"].get["x-extension"]).toBeUndefined();
  expect(paths["/webhooks"].post["x-extension"]).toBeUndefined();
  expect(paths["/webhooks"].get["x-extension"]).toBe(true);
  expect(webhooks["order.edited"].post["x-extension"]).toBeUndefined();
  expect(webhooks["commission.approved"].post["x-extension"]).toBe(true);
  const storefront = await read("/checkout/storefront/v1");
  expect(storefront.paths["/events"].post["x-extension"]).toBe(true);
});
