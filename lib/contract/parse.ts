import type * as z from "zod";
import { ApiError, type FieldError, sentenceOf, withSubject } from "./errors.ts";

const maxDepth = 32;

export function parseJson(text: string): unknown {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new ApiError(400, "invalid_request", "The body is not valid JSON.");
  }
  if (depth(body) > maxDepth) throw new ApiError(400, "invalid_request", "The body is nested too deeply.");
  return body;
}

function depth(value: unknown, limit = maxDepth + 1): number {
  if (typeof value !== "object" || value === null || limit === 0) return 0;
  let deepest = 0;
  for (const inner of Object.values(value)) deepest = Math.max(deepest, depth(inner, limit - 1));
  return deepest + 1;
}

export function parse<S extends z.ZodType>(schema: S, value: unknown, what: "body" | "query"): z.output<S> {
  // Only the input tells a missing field from one of the wrong type: Zod reports both as the same kind of issue.
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  const details = fieldErrors(result.error);
  const first = details[0];
  const sentence =
    first && (what === "query" ? withSubject(`Parameter ${first.field}`, first.message) : sentenceOf(first));
  const message = sentence ?? `The ${what} is not valid.`;
  throw new ApiError(400, "invalid_request", message, details);
}

export function fieldErrors(error: z.ZodError): FieldError[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.map(String);
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => ({ field: [...path, key].join("."), message: "This is not a known field." }));
    }
    return [{ field: path.join("."), message: wording(issue) }];
  });
}

function wording(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type" && issue.input === undefined) return "This field is required.";
  // A message that the schema itself sets is kept.
  if (issue.code === "invalid_type" && issue.message.startsWith("Invalid input")) {
    return `Must be ${article(issue.expected)}.`;
  }
  return issue.message;
}

function article(type: string): string {
  return `${/^[aeio]/.test(type) ? "an" : "a"} ${type}`;
}
