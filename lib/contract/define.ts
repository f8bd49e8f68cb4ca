import type * as z from "zod";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
export type Role = "owner" | "merchant" | "affiliate_manager" | "analyst";

export const roles: readonly Role[] = ["owner", "merchant", "affiliate_manager", "analyst"];

/**
 * One operation of an API. Service validation and mount, the proxy's allow-list, the typed client, forms and
 * the OpenAPI document are all derived from this literal.
 */
export type Operation = {
  method: Method;
  /** Relative to the API's base address; `:name` marks a parameter. */
  path: `/${string}`;
  /** The scope a key needs; the specification does not say which operation needs which. */
  scope?: string;
  /** The dashboard roles that may call it through the proxy. */
  roles: readonly Role[];
  summary: string;
  /** Where a path parameter is a word of a known list and not an id. Another API may know more words. */
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** Request headers with a meaning of their own, passed on by the proxy and to the handler. */
  headers?: readonly string[];
  /** Bytes; 1 MiB unless told. */
  largestBody?: number;
  /** A body that is accepted, for readers of the OpenAPI document. */
  example?: Readonly<Record<string, unknown>>;
  /** What our service answers; `normalize` is how any implementation's answer is read. */
  response: z.ZodType;
  /** Read before a write, so that the audit has the state it replaced. */
  before?: string;
  /** Turns any implementation's answer into the one shape screens see. */
  normalize?: (body: unknown) => unknown;
  /** 200 unless told; 201 for what is created is ours. */
  status?: 200 | 201 | 204;
  /** Error statuses of this operation beyond those that every operation may answer. */
  errors?: readonly number[];
  /** Response fields that no log, audit row or cache may keep. */
  secrets?: readonly string[];
  /** A write that no audit row is kept of: it changes nothing but what one person sees. */
  unaudited?: true;
  /** True where the operation is our extension and not part of the specification. */
  extension?: boolean;
};

export type Resource = Readonly<Record<string, Operation>>;
export type Contract = Readonly<Record<string, Resource>>;

/** Keeps each literal's exact type while checking its form. */
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
  (O extends { headers: infer H extends readonly string[] } ? { headers: Partial<Record<H[number], string>> } : Empty) &
  (O extends { query: infer Q extends z.ZodType } ? { query: z.output<Q> } : Empty) &
  (O extends { body: infer B extends z.ZodType } ? { body: z.output<B> } : Empty);

type Output<O extends Operation> = z.output<O["response"]>;

/** What screens get: the normalised answer where there is a normaliser. */
export type Result<O extends Operation> = O extends { normalize: (body: unknown) => infer R } ? R : Output<O>;

export type Handlers<C extends Contract, Context> = {
  [R in keyof C]: ResourceHandlers<C[R], Context>;
};
export type ResourceHandlers<R extends Resource, Context> = {
  [N in keyof R]: (input: Parsed<R[N]>, context: Context) => Promise<z.input<R[N]["response"]>>;
};

export type NamedOperation = { resource: string; name: string; operation: Operation };

/** Of the names in a body or a query only those that were declared: `constructor` is a name, too. */
export function isExtensionField(schema: z.ZodObject | undefined, name: string): boolean {
  const field = schema && Object.hasOwn(schema.shape, name) ? (schema.shape[name] as z.ZodType) : undefined;
  return field?.meta()?.extension === true;
}

export function operationsOf(contract: Contract): NamedOperation[] {
  return Object.entries(contract).flatMap(([resource, operations]) =>
    Object.entries(operations).map(([name, operation]) => ({ resource, name, operation })),
  );
}
