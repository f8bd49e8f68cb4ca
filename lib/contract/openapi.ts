import * as z from "zod";
import { pagination } from "./common.ts";
import { type Contract, type NamedOperation, type Operation, operationsOf } from "./define.ts";
import { codeOf } from "./errors.ts";

export type Json = { [key: string]: unknown };

export type OpenApiOptions = {
  title: string;
  version: string;
  description?: string;
  /** The API's base address, which ends in `/v1`. */
  serverUrl: string;
  /** Statuses that any operation may answer, beside its own; those of the specification unless told. */
  errorStatuses?: readonly number[];
  /** Outbound events: name, meaning and the schema of what is sent. */
  events?: Readonly<Record<string, { summary: string; schema: z.ZodType }>>;
};

const specifiedStatuses = [400, 401, 403, 404, 429, 500];

/** The words of the specification; 409 is ours. */
const meanings: Record<number, string> = {
  400: "Invalid parameters",
  401: "Missing or invalid API key",
  403: "Insufficient permissions",
  404: "Resource not found",
  409: "Not possible in the present state",
  429: "Rate limited",
  500: "Server error",
};

const rateHeaders = {
  "X-RateLimit-Limit": "The limit.",
  "X-RateLimit-Remaining": "Requests left.",
  "X-RateLimit-Reset": "When requests are left again, in seconds since 1970. The specification shows no unit.",
};

/** The OpenAPI 3.1 document of a contract. Order is the order of declaration, so equal contracts give equal text. */
export function openapi(contract: Contract, options: OpenApiOptions): Json {
  const operations = operationsOf(contract);
  const common = options.errorStatuses ?? specifiedStatuses;
  const statuses = [...new Set([...common, ...operations.flatMap(({ operation }) => operation.errors ?? [])])];
  return {
    openapi: "3.1.0",
    info: {
      title: options.title,
      version: options.version,
      ...(options.description && { description: options.description }),
    },
    servers: [{ url: options.serverUrl }],
    security: [{ bearer: [] }, { apiKey: [] }],
    tags: Object.keys(contract).map((name) => ({ name })),
    paths: pathsOf(operations, common),
    ...(options.events && { webhooks: webhooksOf(options.events) }),
    components: {
      schemas: { Error: errorSchema, Pagination: toSchema(pagination, "output", false) },
      headers: map(rateHeaders, (description) => ({ description, schema: { type: "integer" } })),
      responses: Object.fromEntries(statuses.sort((a, b) => a - b).map((status) => [nameOf(status), failure(status)])),
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "Authorization: Bearer, then the API key." },
        apiKey: { type: "apiKey", in: "header", name: "X-API-Key" },
      },
    },
  };
}

function pathsOf(operations: NamedOperation[], common: readonly number[]): Json {
  const paths: Record<string, Json> = {};
  for (const named of operations) {
    const path = named.operation.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [named.operation.method.toLowerCase()]: operationObject(named, common) };
  }
  return paths;
}

function operationObject({ resource, name, operation }: NamedOperation, common: readonly number[]): Json {
  const parameters = [...pathParameters(operation), ...queryParameters(operation), ...headerParameters(operation)];
  const failures = [...new Set([...common, ...(operation.errors ?? [])])].sort((a, b) => a - b);
  return {
    operationId: `${resource}_${name}`,
    tags: [resource],
    summary: operation.summary,
    ...(operation.scope && { "x-required-scope": operation.scope }),
    ...(operation.extension && { "x-extension": true }),
    ...(parameters.length > 0 && { parameters }),
    ...(operation.body && { requestBody: requestBody(operation.body, operation.example) }),
    responses: {
      [operation.status ?? 200]: success(operation),
      ...Object.fromEntries(failures.map((status) => [status, { $ref: `#/components/responses/${nameOf(status)}` }])),
    },
  };
}

function pathParameters({ path, params }: Operation): Json[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => {
    const words = params?.shape[name];
    return {
      name,
      in: "path",
      required: true,
      description: words ? "One of the words listed." : "Identifier of the record.",
      schema: words ? toSchema(words, "input") : { type: "string", minLength: 1, maxLength: 64 },
    };
  });
}

function queryParameters({ query }: Operation): Json[] {
  return Object.entries(query?.shape ?? {}).map(([name, field]) => {
    const { description, "x-extension": extension, ...schema } = toSchema(field, "input");
    const required = !z.safeParse(field, undefined).success;
    return { name, in: "query", required, description, ...(extension === true && { "x-extension": true }), schema };
  });
}

function headerParameters({ headers = [] }: Operation): Json[] {
  return headers.map((header) => ({
    name: header.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase()),
    in: "header",
    required: false,
    description: "Given again with the same body, it gives the first answer again.",
    "x-extension": true,
    schema: { type: "string", minLength: 1, maxLength: 255 },
  }));
}

function requestBody(body: z.ZodType, example: unknown): Json {
  const content = { schema: toSchema(body, "input"), ...(example !== undefined && { example }) };
  return { required: !z.safeParse(body, {}).success, content: { "application/json": content } };
}

function success(operation: Operation): Json {
  const headers = map(rateHeaders, (_, name) => ({ $ref: `#/components/headers/${name}` }));
  if (operation.status === 204) return { description: "Done", headers };
  const description = operation.status === 201 ? "Created" : "OK";
  return { description, headers, content: { "application/json": { schema: toSchema(operation.response, "output") } } };
}

function failure(status: number): Json {
  return {
    description: meanings[status] ?? `Status ${status}`,
    headers: map(rateHeaders, (_, name) => ({ $ref: `#/components/headers/${name}` })),
    content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
  };
}

function webhooksOf(events: NonNullable<OpenApiOptions["events"]>): Json {
  return map(events, ({ summary, schema }) => ({
    post: {
      summary,
      // A receiver is not asked for the API's own key.
      security: [],
      requestBody: { required: true, content: { "application/json": { schema: toSchema(schema, "output") } } },
      responses: { 200: { description: "Received; 201, 202 and 204 are successes too" } },
    },
  }));
}

const errorSchema = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message"],
      properties: {
        code: { type: "string" },
        message: { type: "string" },
        details: {
          type: "array",
          items: {
            type: "object",
            required: ["field", "message"],
            properties: { field: { type: "string" }, message: { type: "string" } },
          },
        },
        retry_after: { type: "integer", description: "Seconds to wait, with status 429." },
      },
    },
  },
};

/** `not_found` becomes NotFound, the name of a component. */
function nameOf(status: number): string {
  return codeOf(status).replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function toSchema(schema: z.ZodType | z.core.$ZodType, io: "input" | "output", useComponents = true): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    target: "draft-2020-12",
    io,
    override: ({ zodSchema, jsonSchema }) => {
      if (useComponents && zodSchema === pagination) replace(jsonSchema, { $ref: "#/components/schemas/Pagination" });
      // A format says it; the pattern behind it is for machines and fills a screen.
      if (jsonSchema.format === "date" || jsonSchema.format === "date-time") delete jsonSchema.pattern;
      if (jsonSchema.extension === true) {
        delete jsonSchema.extension;
        jsonSchema["x-extension"] = true;
      }
    },
  });
  return json;
}

function replace(target: Json, source: Json): void {
  for (const key of Object.keys(target)) delete target[key];
  Object.assign(target, source);
}

function map<T>(record: Readonly<Record<string, T>>, change: (value: T, key: string) => Json): Record<string, Json> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}
