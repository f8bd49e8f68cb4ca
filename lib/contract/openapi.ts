import * as z from "zod";
import { pagination } from "./common.ts";
import {
  type Contract,
  idempotencyKey,
  type NamedOperation,
  type Operation,
  operationsOf,
  takesKey,
} from "./define.ts";
import { codeOf } from "./errors.ts";
import { signatureHeader, signaturePrefix } from "./events.ts";
import { type JsonSchema, type SchemaNames, toSchema } from "./json-schema.ts";

export type OpenApiOptions = {
  title: string;
  version: string;
  description?: string;
  serverUrl: string;
  /** A publishable key may be sent in the address. */
  calledByPages?: boolean;
  events?: Readonly<
    Record<string, { summary: string; schema: z.ZodType; example: unknown; extension?: boolean | undefined }>
  >;
  schemas?: Readonly<Record<string, z.ZodType>>;
  /** Schemas for bodies, by `resource_name`, where the contract's own schema says less. */
  shown?: Readonly<Record<string, { request?: z.ZodType; response?: z.ZodType }>>;
  /** Recorded responses of the service: for operations by `resource_name`, for errors by status. */
  examples?: Readonly<Record<string, unknown>>;
};

/** Statuses that every operation may return. */
const specifiedStatuses = [400, 401, 403, 404, 429, 500];

/** The words of the specification; 409, 413 and 415 are our choice. */
const meanings: Record<number, string> = {
  400: "Invalid parameters",
  401: "Missing or invalid API key",
  403: "Insufficient permissions",
  404: "Resource not found",
  409: "Not possible in the present state, or the Idempotency-Key belongs to another request",
  413: "Body too large",
  415: "Body of another type than application/json",
  429: "Rate limited",
  500: "Server error",
};

const rateHeaders = {
  "X-RateLimit-Limit": "Requests allowed in the current period.",
  "X-RateLimit-Remaining": "Requests left in the current period.",
  "X-RateLimit-Reset":
    "The time at which the limit resets, in seconds since 1970-01-01 UTC. The specification names no unit.",
};

const waitHeader = { "Retry-After": "Seconds to wait before the next request." };

/** In the order of declaration, so that equal contracts give equal text. */
export function openapi(contract: Contract, options: OpenApiOptions): JsonSchema {
  const operations = operationsOf(contract);
  const statuses = [...new Set(operations.flatMap(({ operation }) => failuresOf(operation)))];
  const schemas = { Pagination: pagination, ...options.schemas };
  const named = new Map(Object.entries(schemas).map(([name, schema]) => [schema, name]));
  return {
    openapi: "3.1.0",
    info: {
      title: options.title,
      version: options.version,
      ...(options.description && { description: options.description }),
    },
    servers: [{ url: options.serverUrl }],
    security: [{ bearer: [] }, { apiKey: [] }, ...(options.calledByPages ? [{ pageKey: [] }] : [])],
    tags: Object.keys(contract).map((name) => ({ name })),
    paths: pathsOf(operations, options, named),
    ...(options.events && { webhooks: webhooksOf(options.events, named) }),
    components: {
      schemas: {
        Error: errorSchema,
        ...map(schemas, (schema) => toSchema(schema, schema === pagination ? "output" : "input", named)),
      },
      headers: map({ ...rateHeaders, ...waitHeader }, (description) => ({ description, schema: { type: "integer" } })),
      responses: Object.fromEntries(
        statuses.sort((a, b) => a - b).map((status) => [nameOf(status), failure(status, options.examples)]),
      ),
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "The header Authorization with the word Bearer, a space and the API key.",
        },
        apiKey: { type: "apiKey", in: "header", name: "X-API-Key" },
        ...(options.calledByPages && { pageKey }),
      },
    },
  };
}

const pageKey = {
  type: "apiKey",
  in: "query",
  name: "key",
  description:
    "A publishable key. Together with a JSON body that is sent as text/plain, it spares browsers the preflight.",
};

function pathsOf(operations: NamedOperation[], options: OpenApiOptions, named: SchemaNames): JsonSchema {
  const paths: Record<string, JsonSchema> = {};
  for (const one of operations) {
    const path = one.operation.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [one.operation.method.toLowerCase()]: operationObject(one, options, named) };
  }
  return paths;
}

function operationObject(
  { resource, name, operation }: NamedOperation,
  options: OpenApiOptions,
  named: SchemaNames,
): JsonSchema {
  const parameters = [...pathParameters(operation), ...queryParameters(operation), ...headerParameters(operation)];
  const id = `${resource}_${name}`;
  const shown = options.shown?.[id];
  return {
    operationId: id,
    tags: [resource],
    summary: operation.summary,
    ...(operation.scope && { "x-required-scope": operation.scope }),
    ...(operation.extension && { "x-extension": true }),
    ...(parameters.length > 0 && { parameters }),
    ...(operation.body && {
      requestBody: requestBody(operation.body, shown?.request ?? operation.body, operation.example, named),
    }),
    responses: {
      [operation.status ?? 200]: success(
        operation,
        shown?.response ?? operation.response,
        options.examples?.[id],
        named,
      ),
      ...Object.fromEntries(
        failuresOf(operation).map((status) => [status, { $ref: `#/components/responses/${nameOf(status)}` }]),
      ),
    },
  };
}

function failuresOf({ method, body, errors = [] }: Operation): number[] {
  const statuses = [
    ...specifiedStatuses,
    ...errors,
    ...(takesKey({ method }) ? [409] : []),
    ...(body ? [413, 415] : []),
  ];
  return [...new Set(statuses)].sort((a, b) => a - b);
}

function pathParameters({ path, params }: Operation): JsonSchema[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => {
    const words = params?.shape[name];
    return {
      name,
      in: "path",
      required: true,
      description: words ? "One of the listed values." : "ID of the record.",
      schema: words ? toSchema(words, "input", new Map()) : { type: "string", minLength: 1, maxLength: 64 },
    };
  });
}

function queryParameters({ query }: Operation): JsonSchema[] {
  return Object.entries(query?.shape ?? {}).map(([name, field]) => {
    const { description, "x-extension": extension, ...schema } = toSchema(field, "input", new Map());
    const required = !z.safeParse(field, undefined).success;
    return { name, in: "query", required, description, ...(extension === true && { "x-extension": true }), schema };
  });
}

function headerParameters(operation: Operation): JsonSchema[] {
  if (!takesKey(operation)) return [];
  return [
    {
      name: idempotencyKey.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase()),
      in: "header",
      required: false,
      description:
        "For at least 24 hours, a request repeated with the same key and the same body returns the first response again, even a refusal (400, 404 or 409). It waits while the first request is under way. With another body, or if the first request takes longer than 15 seconds, the response is 409 with the code idempotency_key_reused or idempotency_key_in_use. A request that is not valid, or that failed with 429 or 500, keeps no response.",
      "x-extension": true,
      schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[!-~]+$" },
    },
  ];
}

function requestBody(body: z.ZodType, shown: z.ZodType, example: unknown, named: SchemaNames): JsonSchema {
  const content = { schema: toSchema(shown, "input", named), ...(example !== undefined && { example }) };
  return { required: !z.safeParse(body, {}).success, content: { "application/json": content } };
}

function success({ status }: Operation, response: z.ZodType, example: unknown, named: SchemaNames): JsonSchema {
  const headers = headersOf(rateHeaders);
  if (status === 204) return { description: "Done", headers };
  const content = { schema: toSchema(response, "output", named), ...(example !== undefined && { example }) };
  const description = status === 201 ? "Created" : "OK";
  return { description, headers, content: { "application/json": content } };
}

function failure(status: number, examples: OpenApiOptions["examples"]): JsonSchema {
  const example = examples?.[status];
  const content = { schema: { $ref: "#/components/schemas/Error" }, ...(example !== undefined && { example }) };
  return {
    description: meanings[status] ?? `Status ${status}`,
    // Without a valid key there are no counts to report.
    ...(status !== 401 && { headers: headersOf({ ...rateHeaders, ...(status === 429 && waitHeader) }) }),
    content: { "application/json": content },
  };
}

function headersOf(headers: Record<string, string>): JsonSchema {
  return map(headers, (_, name) => ({ $ref: `#/components/headers/${name}` }));
}

function webhooksOf(events: NonNullable<OpenApiOptions["events"]>, named: SchemaNames): JsonSchema {
  return map(events, ({ summary, schema, example, extension }) => ({
    post: {
      summary,
      ...(extension && { "x-extension": true }),
      // Webhook receivers do not use the API's keys.
      security: [],
      parameters: [
        {
          name: signatureHeader,
          in: "header",
          required: true,
          description: `${signaturePrefix} followed by the HMAC-SHA256 of the raw body in lowercase hexadecimal, calculated with the signing secret.`,
          schema: { type: "string", pattern: `^${signaturePrefix}[0-9a-f]{64}$` },
        },
      ],
      requestBody: {
        required: true,
        content: { "application/json": { schema: toSchema(schema, "output", named), example } },
      },
      responses: { 200: { description: "The event was received. 201, 202 and 204 also count as received." } },
    },
  }));
}

const sentenceSchema = {
  message: { type: "string" },
  key: { type: "string", description: "Names the message for translations, if it has one.", "x-extension": true },
  values: { type: "object", description: "What the message has in its places, by name.", "x-extension": true },
};

const errorSchema = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message"],
      properties: {
        code: { type: "string" },
        ...sentenceSchema,
        details: {
          type: "array",
          items: {
            type: "object",
            required: ["field", "message"],
            properties: { field: { type: "string" }, ...sentenceSchema },
          },
        },
        retry_after: { type: "integer", description: "Seconds to wait, with status 429." },
      },
    },
  },
};

function nameOf(status: number): string {
  return codeOf(status).replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function map<T>(
  record: Readonly<Record<string, T>>,
  change: (value: T, key: string) => JsonSchema,
): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}
