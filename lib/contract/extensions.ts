import type * as z from "zod";
import type { Contract, Operation } from "./define.ts";

// The specification is the least that an API has. What ours has besides is marked as an extension: an operation by
// `extension: true`, a field by `.meta({ extension: true })`, and words of a field by `.meta({ extension: [...words] })`.

/** What an API has besides the specification: everything, or these fields of these operations. */
export type Extensions = "all" | { readonly [resource: string]: { readonly [operation: string]: readonly string[] } };

/** Undefined if the API lacks the operation, otherwise the fields that it lacks; a missing word is named `sort=revenue`. */
export function missingFields(
  contract: Contract,
  extensions: Extensions,
  resource: string,
  name: string,
): string[] | undefined {
  const operation = contract[resource]?.[name];
  if (extensions === "all" || !operation) return operation && [];
  const known = extensions[resource]?.[name];
  if (operation.extension && !known) return undefined;
  return extensionFields(operation).filter((field) => !known?.includes(field));
}

function extensionFields({ query, body, response }: Operation): string[] {
  const fields = [query, body, recordOf(response)].flatMap((schema) => Object.entries(shapeOf(schema)));
  return [...new Set(fields.flatMap(([name, field]) => marked(name, field)))];
}

function marked(name: string, field: z.ZodType | undefined): string[] {
  const { extension } = field?.meta() ?? {};
  if (extension === true) return [name];
  return Array.isArray(extension) ? extension.map((word) => `${name}=${word}`) : [];
}

/** What of a query or a body an API without these fields receives. */
export function withoutFields<T extends Record<string, unknown>>(sent: T, missing: readonly string[]): Partial<T> {
  return Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => !missing.includes(name) && !missing.includes(`${name}=${value}`)),
  ) as Partial<T>;
}

type Shape = Record<string, z.ZodType>;
type Def = { innerType?: unknown; out?: unknown; element?: unknown };

const shapeOf = (schema: z.ZodType | undefined): Shape => (schema && (inner(schema) as { shape?: Shape }).shape) ?? {};

/** The record of a list, or the response itself. */
function recordOf(response: z.ZodType): z.ZodType {
  const { data } = shapeOf(response);
  const { element } = data ? defOf(inner(data)) : {};
  return (element as z.ZodType | undefined) ?? response;
}

const defOf = (schema: z.ZodType) => schema.def as Def;

function inner(schema: z.ZodType): z.ZodType {
  const { innerType, out } = defOf(schema);
  const next = innerType ?? out;
  return next ? inner(next as z.ZodType) : schema;
}
