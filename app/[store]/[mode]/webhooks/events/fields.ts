import { isRecord } from "@/lib/contract/errors";

export type EventField = { path: string; type: string; always: boolean };

export function fieldsOf(schema: Record<string, unknown>): EventField[] {
  const { data } = isRecord(schema.properties) ? schema.properties : {};
  return isRecord(data) ? inside(data, "") : [];
}

function inside(schema: Record<string, unknown>, path: string): EventField[] {
  const { properties, required, items } = schema;
  if (isRecord(items)) return inside(items, `${path}[]`);
  if (!isRecord(properties)) return [];
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(properties).flatMap(([name, field]) => {
    if (!isRecord(field)) return [];
    const here = path === "" ? name : `${path}.${name}`;
    return [{ path: here, type: typeOf(field), always: needed.includes(name) }, ...inside(field, here)];
  });
}

function typeOf({ type, enum: values, items }: Record<string, unknown>): string {
  if (Array.isArray(values)) return values.join(" | ");
  if (type === "array") return `array${isRecord(items) && typeof items.type === "string" ? ` of ${items.type}` : ""}`;
  return typeof type === "string" ? type : "any";
}
