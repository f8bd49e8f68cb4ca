import { ApiError } from "./contract/errors.ts";

/** The pool's error message when no connection became free in time. */
const poolIsFull = "timeout exceeded when trying to connect";
const serverIsFull = "53300";

/** If no database connection was free, nothing was done, and the call can be repeated soon. */
export function toBusy(cause: unknown): ApiError | undefined {
  for (let at = cause; at instanceof Error; at = at.cause) {
    if (at.message === poolIsFull || (at as { code?: string }).code === serverIsFull) return busy();
  }
  return undefined;
}

export function busy(): ApiError {
  const error = new ApiError(503, "unavailable", "Cartwright is busy. Try again in a moment.", [], 2);
  error.headers = { "retry-after": "2" };
  return error;
}
