import "server-only";
import { type Extensions, missingFields } from "../../contract/extensions.ts";
import type { OperationName } from "../call.ts";
import { type Api, isEmbedded, type Mode } from "../connections.ts";
import { contracts } from "../contracts.ts";

// Another implementation of an API has what the specification shows. What our screens need besides is answered here, by the same
// operations that our own service has as extensions, so that a screen does not know which API it stands on.

const standIns: Record<Api, Exclude<Extensions, "all">> = { checkout: {}, affiliate: {} };

export const extensionsOf = ({ api, mode }: { api: Api; mode: Mode }): Extensions =>
  isEmbedded({ api, mode }) ? "all" : standIns[api];

type Asked = OperationName & { mode: Mode };

/** Whether the API has an operation, and a field of it. */
export function has(asked: Asked, field?: string): boolean {
  const missing = lookUp(asked);
  return missing !== undefined && !(field !== undefined && missing.includes(field));
}

/** The fields of an operation that the API does not know, see `missingFields`. */
export const missingIn = (asked: Asked): readonly string[] => lookUp(asked) ?? [];

const lookUp = ({ api, mode, resource, operation }: Asked) =>
  missingFields(contracts[api], extensionsOf({ api, mode }), resource, operation);
