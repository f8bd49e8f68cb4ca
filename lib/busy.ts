import { ApiError } from "./contract/errors.ts";

/** The pool's own words for having waited as long as it may for one of its connections. */
const poolIsFull = "timeout exceeded when trying to connect";
const serverIsFull = "53300";

/** Where the database could not be asked for want of a connection, nothing was done, and a moment later it may be. */
export function toBusy(cause: unknown): ApiError | undefined {
  for (let at = cause; at instanceof Error; at = at.cause) {
    if (at.message === poolIsFull || (at as { code?: string }).code === serverIsFull) return busy();
  }
  return undefined;
}

export function busy(): ApiError {
  const error = new ApiError(
    503,
    "unavailable",
    "There is too much to do at the moment. Try again in a moment.",
    [],
    2,
  );
  error.headers = { "retry-after": "2" };
  return error;
}
