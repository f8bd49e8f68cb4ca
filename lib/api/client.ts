import { queryOptions } from "@tanstack/react-query";
import type { Contract, Input, Method, Operation, Resource, Result, Role } from "../contract/define.ts";
import type { ApiError } from "../contract/errors.ts";
import { once } from "./idempotency.ts";

/**
 * The part of a contract that a browser needs: without schemas, which would make pages heavier. `missing` are the fields and
 * words that this API does not take, or null if it lacks the operation.
 */
export type Routes = Record<string, Record<string, Route>>;
type Route = readonly [method: Method, path: string, allowed: boolean, missing?: readonly string[] | null];

export type Request = {
  resource: string;
  name: string;
  method: Method;
  path: string;
  input: AnyInput;
  signal?: AbortSignal | undefined;
};
type AnyInput = {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  headers?: Record<string, string>;
  keepalive?: boolean;
};
export type Send = (request: Request) => Promise<unknown>;

type Optional<T> = Record<never, never> extends T ? [input?: T] : [input: T];
type Endpoint<O extends Operation> = {
  /** Begins every query key of the resource, for invalidation. */
  prefix: readonly string[];
  key(...input: Optional<Input<O>>): readonly unknown[];
  options(
    ...input: Optional<Input<O>>
  ): ReturnType<typeof queryOptions<Result<O>, ApiError, Result<O>, readonly unknown[]>>;
  mutation(): {
    mutationKey: readonly unknown[];
    mutationFn: (input: Input<O> & Pick<AnyInput, "headers" | "keepalive">) => Promise<Result<O>>;
    meta: { invalidates: readonly string[] };
  };
};
type ResourceClient<R extends Resource> = { [N in keyof R]: Endpoint<R[N]> };
export type Client<C extends Contract> = { [R in keyof C]: ResourceClient<C[R]> };

export function createClient<C extends Contract>(
  routes: Routes,
  place: { store: string; mode: string; api: string },
  send: Send,
): Client<C> {
  const client: Record<string, Record<string, unknown>> = {};
  for (const [resource, operations] of Object.entries(routes)) {
    const prefix = [place.store, place.mode, place.api, resource];
    const endpoints: Record<string, unknown> = {};
    for (const [name, [method, path]] of Object.entries(operations)) {
      const key = (input: AnyInput = {}) => [...prefix, name, input];
      const call = (input: AnyInput, signal?: AbortSignal) => send({ resource, name, method, path, input, signal });
      const write = (input: AnyInput) => once({ ...place, resource, name, method, path, input }, send);
      endpoints[name] = {
        prefix,
        key,
        options: (input: AnyInput = {}) =>
          queryOptions({ queryKey: key(input), queryFn: ({ signal }) => call(input, signal) }),
        mutation: () => ({
          mutationKey: [...prefix, name],
          mutationFn: write,
          meta: { invalidates: prefix },
        }),
      };
    }
    client[resource] = endpoints;
  }
  return client as Client<C>;
}

/** `missing` returns what the API lacks of an operation, as in `Routes`. */
export function routesFor(
  contract: Contract,
  role: Role,
  missing: (resource: string, name: string, operation: Operation) => readonly string[] | null = () => [],
): Routes {
  const routes: Routes = {};
  for (const [resource, operations] of Object.entries(contract)) {
    routes[resource] = {};
    for (const [name, operation] of Object.entries(operations)) {
      const { method, path, roles } = operation;
      const lacks = missing(resource, name, operation);
      const route = [method, path, roles.includes(role)] as const;
      routes[resource][name] = lacks?.length === 0 ? route : [...route, lacks];
    }
  }
  return routes;
}

type Apis = { checkout: Routes; affiliate: Routes; desk: Routes };

export type Abilities = {
  /** Screens hide the operations that the role may not call or that this API lacks, and the server refuses them. */
  can(api: keyof Apis, resource: string, name: string): boolean;
  /** Whether this API has the operation, and the field, and the word of the field, whatever the role may do. */
  has(api: keyof Apis, resource: string, name: string, field?: string, word?: string): boolean;
};

export function abilitiesOf(routes: Apis): Abilities {
  return {
    can(api, resource, name) {
      const [, , allowed, lacks] = routes[api][resource]?.[name] ?? [];
      return allowed === true && lacks !== null;
    },
    has(api, resource, name, field, word) {
      const route = routes[api][resource]?.[name];
      if (route === undefined || route[3] === null) return false;
      return !route[3]?.some((one) => one === field || one === `${field}=${word}`);
    },
  };
}
