import type * as z from "zod";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
export const roles = ["owner", "merchant", "affiliate_manager", "analyst"] as const;
export type Role = (typeof roles)[number];

// Validation, routes, the proxy's allow-list, the typed client, forms and the OpenAPI document derive from operations.
// Words (`*-words.ts`) and drafts (`*-draft.ts`) have files of their own, so that screens load no other schemas.
export type Operation = {
  method: Method;
  /** Relative to the API's base address; `:name` marks a parameter. */
  path: `/${string}`;
  /** The scope that a key needs. The specification does not assign scopes to operations. */
  scope?: string;
  /** The dashboard roles that may call the operation through the proxy. */
  roles: readonly Role[];
  summary: string;
  /** For path parameters that are words of a known list instead of ids. Another API may have more words. */
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** The limit in bytes, 1 MiB by default. */
  largestBody?: number;
  example?: Readonly<Record<string, unknown>>;
  /** The response of our service; `normalize` reads the response of any implementation. */
  response: z.ZodType;
  /** The operation that reads the record before a write, so that the audit contains the previous state. */
  before?: string;
  /** Turns the response of any implementation into the one shape that screens use. */
  normalize?: (body: unknown) => unknown;
  /** The header Cache-Control of a success. By default, no response may be stored. */
  cache?: string;
  /** 200 by default. 201 for created records is our choice. */
  status?: 200 | 201 | 204;
  /** Error statuses of this operation, besides those that every operation may return. */
  errors?: readonly number[];
  /** Response fields that no log, audit row or cache may contain. */
  secrets?: readonly string[];
  /** A write without an audit row, because it changes only what one person sees, or because its handler writes the row. */
  unaudited?: true;
  extension?: boolean;
};

/**
 * Every POST may be sent with this header. The same key with the same input returns the first response for at least 24 hours, even
 * a refusal, so that a repeated call never makes two records. The same key with another input is refused.
 */
export const idempotencyKey = "idempotency-key";

export const takesKey = ({ method }: Pick<Operation, "method">): boolean => method === "POST";

export type Resource = Readonly<Record<string, Operation>>;
export type Contract = Readonly<Record<string, Resource>>;

export function defineContract<const C extends Contract>(contract: C): C {
  return contract;
}

type PathParam<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParam<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;

type Empty = Record<never, never>;
type Params<O extends Operation> = [PathParam<O["path"]>] extends [never]
  ? Empty
  : { params: Record<PathParam<O["path"]>, string> };

/** What a caller sends. */
export type Input<O extends Operation> = Params<O> &
  (O extends { query: infer Q extends z.ZodType } ? { query?: z.input<Q> } : Empty) &
  (O extends { body: infer B extends z.ZodType } ? { body: z.input<B> } : Empty);

/** What a handler receives. */
export type Parsed<O extends Operation> = Params<O> &
  (O extends { query: infer Q extends z.ZodType } ? { query: z.output<Q> } : Empty) &
  (O extends { body: infer B extends z.ZodType } ? { body: z.output<B> } : Empty);

type Output<O extends Operation> = z.output<O["response"]>;

/** What screens receive: the normalised response if there is a normaliser. */
export type Result<O extends Operation> = O extends { normalize: (body: unknown) => infer R } ? R : Output<O>;

export type Handlers<C extends Contract, Context> = {
  [R in keyof C]: ResourceHandlers<C[R], Context>;
};
export type ResourceHandlers<R extends Resource, Context> = {
  [N in keyof R]: (input: Parsed<R[N]>, context: Context) => Promise<z.input<R[N]["response"]>>;
};

export type NamedOperation = { resource: string; name: string; operation: Operation };

export function personFields(schema: z.ZodObject | undefined): string[] {
  return Object.entries(schema?.shape ?? {}).flatMap(([name, field]) =>
    (field as z.ZodType).meta()?.person === true ? [name] : [],
  );
}

export function operationsOf(contract: Contract): NamedOperation[] {
  return Object.entries(contract).flatMap(([resource, operations]) =>
    Object.entries(operations).map(([name, operation]) => ({ resource, name, operation })),
  );
}
