import "server-only";
import { affiliate } from "../../contract/affiliate/index.ts";
import { checkout } from "../../contract/checkout/index.ts";
import type { Contract, Operation } from "../../contract/define.ts";
import { ApiError } from "../../contract/errors.ts";
import { registry } from "../registry.ts";
import type { OperationName } from "./call.ts";
import { type Api, type Mode, servedHere } from "./connections.ts";

export const contracts: Record<Api, Contract> = { checkout, affiliate };

export function operationOf({ api, resource, operation: name }: OperationName): Operation {
  const operation = contracts[api][resource]?.[name];
  if (!operation) throw new ApiError(400, "invalid_request", `${resource}.${name} is not an operation.`);
  return operation;
}

/** What another API lacks of an operation; null if it has neither the operation nor a stand-in for it. */
export const missingElsewhere = registry<(asked: OperationName) => readonly string[] | null>("stand-ins");

/** What the API lacks of the operation, as in the client's routes. */
export function missing(asked: OperationName & { mode: Mode }): readonly string[] | null {
  return servedHere(asked.mode).includes(asked.api) ? [] : missingElsewhere.registered()(asked);
}

/** Whether the API has the operation, or something stands in for it, and has the field. */
export function has(asked: OperationName & { mode: Mode }, field?: string): boolean {
  const lacks = missing(asked);
  return lacks !== null && (field === undefined || !lacks.includes(field));
}
