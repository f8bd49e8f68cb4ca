import "server-only";
import { ApiError } from "../contract/errors.ts";

/** A write must come from a page of this origin, and as JSON, which forms of other sites cannot send. */
export function requireSameOrigin(headers: Headers, { json = true } = {}): void {
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  const sameHost = origin !== null && URL.canParse(origin) && new URL(origin).host === headers.get("host");
  if (!sameHost || (site !== null && site !== "same-origin")) {
    throw new ApiError(403, "foreign_origin", "This request did not come from a page of this address.");
  }
  const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (json && type !== undefined && type !== "application/json") {
    throw new ApiError(403, "foreign_origin", "Send the body as Content-Type: application/json.");
  }
}
