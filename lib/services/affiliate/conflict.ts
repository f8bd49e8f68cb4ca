import { ApiError } from "../../contract/errors.ts";

/** The index that refused a row, where that is why a statement failed. */
function violatedIndex(error: unknown): string | undefined {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const { code, constraint } = (cause ?? {}) as { code?: string; constraint?: string };
  return code === "23505" ? constraint : undefined;
}

export function conflict(field: string, message: string): never {
  throw new ApiError(409, "conflict", `Field ${field}: ${message}`, [{ field, message }]);
}

/** Says in the caller's words which value somebody else has. */
export async function naming<T>(
  taken: Record<string, { field: string; message: string }>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const known = taken[violatedIndex(error) ?? ""];
    if (known) conflict(known.field, known.message);
    throw error;
  }
}
