import { ApiError } from "./contract/errors.ts";

/** The pool's error message if no connection became free in time. */
const poolIsFull = "timeout exceeded when trying to connect";
const serverIsFull = "53300";

/** Without a free database connection, the call had no effect and can soon be repeated. */
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
