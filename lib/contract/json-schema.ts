import * as z from "zod";

export type JsonSchema = { [key: string]: unknown };

export type SchemaNames = ReadonlyMap<z.core.$ZodType, string>;

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

export function toSchema(schema: z.core.$ZodType, io: "input" | "output", named: SchemaNames): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    target: "draft-2020-12",
    io,
    override: ({ zodSchema, jsonSchema }) => {
      const name = zodSchema === schema ? undefined : named.get(zodSchema);
      if (name !== undefined) replace(jsonSchema, reference(name));
      // The format already says this, and the long pattern helps no reader.
      if (jsonSchema.format === "date" || jsonSchema.format === "date-time") delete jsonSchema.pattern;
      if (jsonSchema.extension === true) {
        delete jsonSchema.extension;
        jsonSchema["x-extension"] = true;
      }
      if (Array.isArray(jsonSchema.extension)) delete jsonSchema.extension;
      // Only the dashboard fills such a field itself.
      delete jsonSchema.person;
      Object.assign(jsonSchema, discriminator(zodSchema, named));
    },
  });
  return json;
}

/** OpenAPI's discriminator needs a name for every kind of record. */
function discriminator(schema: z.core.$ZodType, named: SchemaNames): JsonSchema {
  if (!(schema instanceof z.ZodDiscriminatedUnion)) return {};
  const { discriminator: propertyName, options } = schema.def;
  const mapping = options.flatMap((option) => {
    const name = named.get(option);
    const values = option._zod.propValues?.[propertyName] ?? [];
    return name === undefined ? [] : [...values].map((value) => [String(value), reference(name).$ref]);
  });
  return mapping.length > 0 ? { discriminator: { propertyName, mapping: Object.fromEntries(mapping) } } : {};
}

function replace(target: JsonSchema, source: JsonSchema): void {
  for (const key of Object.keys(target)) delete target[key];
  Object.assign(target, source);
}
