import "server-only";
import { ApiError, codeOf } from "../contract/errors.ts";
import { readError } from "../contract/read-error.ts";
import { redactText } from "../redact.ts";
import type { UpstreamResponse } from "./upstream.ts";

/** Codes of the dashboard itself. An API that sends one must not be taken for the dashboard. */
const ownCodes = [
  ...["aborted", "already_there", "bad_gateway", "connection_missing", "connection_rejected", "not_implemented"],
  ...["offline", "role_forbidden", "scope_missing", "signed_out", "stopped", "upstream_timeout"],
];

/** Reads what an API reports, without secrets that it may quote. */
export function upstreamError({ status, body, headers }: UpstreamResponse): ApiError {
  const { code, message, details, retryAfter } = readError(status, body, headers.get("retry-after"));
  return new ApiError(
    status,
    ownCodes.includes(code) ? codeOf(status) : code,
    redactText(message),
    details.map((detail) => ({ field: redactText(detail.field), message: redactText(detail.message) })),
    retryAfter,
  );
}
