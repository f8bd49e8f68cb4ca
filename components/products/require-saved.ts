import type { ProductOutcome } from "@/lib/contract/checkout/products";
import { ApiError } from "@/lib/contract/errors";

/** Products are saved one by one, so that a request may succeed although one of them was refused. */
export function requireSaved({ data }: { data: readonly ProductOutcome[] }): void {
  const [refused] = data.flatMap(({ errors }) => errors ?? []);
  if (refused) throw new ApiError(400, "validation_error", refused.message);
}
