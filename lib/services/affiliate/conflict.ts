import { ApiError, sentenceOf } from "../../contract/errors.ts";

function violatedIndex(error: unknown): string | undefined {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const { code, constraint } = (cause ?? {}) as { code?: string; constraint?: string };
  return code === "23505" ? constraint : undefined;
}

export function conflict(field: string, message: string): never {
  throw new ApiError(409, "conflict", sentenceOf({ field, message }), [{ field, message }]);
}

/** Turns a violated unique index into an error that names the field and the value in the caller's words. */
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
