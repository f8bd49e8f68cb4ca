import { ApiError } from "../../contract/errors.ts";

export function requireTransition<S extends string>(
  transitions: Readonly<Record<S, readonly S[]>>,
  from: S,
  to: S,
): void {
  if (transitions[from].includes(to)) return;
  const message = `The status cannot change from ${from} to ${to}.`;
  throw new ApiError(409, "invalid_transition", message, [{ field: "status", message }]);
}
