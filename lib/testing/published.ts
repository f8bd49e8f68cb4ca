import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect } from "vitest";
import { isRecord } from "../contract/errors.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import type { Answer } from "./services.ts";

export type Check = (method: string, path: string, answer: Answer) => void;

/** Uses Ajv, which is independent of the schemas that made the document. */
export function checkAgainst(document: JsonSchema): Check {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  addFormats(ajv);
  ajv.addSchema(closed(document) as JsonSchema, "document");
  const paths = Object.entries(document.paths as Record<string, JsonSchema>).map(([path, operations]) => ({
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
    operations: operations as Record<string, { responses: Record<string, JsonSchema> }>,
    path,
  }));

  function schemaOf(method: string, path: string, status: number): string[] {
    const known = paths.find(({ pattern }) => pattern.test(path.split("?")[0] ?? ""));
    const operation = known?.operations[method.toLowerCase()];
    if (!operation) return ["components", "schemas", "Error"];
    const response = operation.responses[status];
    if (!response) throw new Error("The document has no such answer.");
    const place = response.$ref
      ? String(response.$ref).slice(2).split("/")
      : ["paths", known.path, method.toLowerCase(), "responses", String(status)];
    return [...place, "content", "application/json", "schema"];
  }

  return (method, path, { status, headers, body }) => {
    const what = `${method} ${path}: ${status} ${JSON.stringify(body).slice(0, 500)}`;
    expect(headers.get("content-type"), what).toMatch(/^application\/json\b/);
    if (status !== 401) expect(headers.get("x-ratelimit-remaining"), what).toMatch(/^\d+$/);
    const pointer = schemaOf(method, path, status).map((part) =>
      encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1")),
    );
    const validate = ajv.compile({ $ref: `document#/${pointer.join("/")}` });
    validate(body);
    expect(validate.errors ?? [], what).toEqual([]);
  };
}

/** Refuses undescribed properties of an object that has described ones. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (!isRecord(value)) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, closed(inner)]));
  const tells = copy.type === "object" && isRecord(copy.properties) && Object.keys(copy.properties).length > 0;
  return tells ? { ...copy, additionalProperties: false } : copy;
}
