import type * as z from "zod";
import type { Operation } from "./define.ts";

// The specification is the least that an API has. What ours has besides is marked as an extension: an operation by
// `extension: true`, a field by `.meta({ extension: true })`, and words of a field by `.meta({ extension: [...words] })`.

/**
 * The fields that an API without our extensions does not take, or null if it lacks the operation. A word that it does not take is
 * named `sort=revenue`.
 */
export function missingFields({ extension, query, body }: Operation): string[] | null {
  if (extension) return null;
  return [query, body]
    .flatMap((schema) => Object.entries(schema?.shape ?? {}))
    .flatMap(([name, field]) => {
      const extension = markOf(field as z.ZodType);
      if (extension === true) return [name];
      return Array.isArray(extension) ? extension.map((word) => `${name}=${word}`) : [];
    });
}

/** A schema that makes a field optional has no mark of its own. */
function markOf(field: z.ZodType): unknown {
  const { extension } = field.meta() ?? {};
  const { def } = field._zod;
  return extension ?? ("innerType" in def ? markOf(def.innerType as z.ZodType) : undefined);
}

/** What of a query or a body an API without these fields receives. */
export const withoutFields = (sent: Record<string, unknown>, missing: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => !missing.includes(name) && !missing.includes(`${name}=${value}`)),
  );
