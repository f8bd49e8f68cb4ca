import type * as z from "zod";
import { ApiError, type FieldError, type Sentence, sentenceAbout, sentenceOf } from "./errors.ts";
import { sentence, sentenceInSchema } from "./sentences.ts";

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
  const said = first && (what === "query" ? sentenceAbout(`Parameter ${first.field}`, first) : sentenceOf(first));
  throw new ApiError(400, "invalid_request", said ?? `The ${what} is not valid.`, details);
}

export function fieldErrors(error: z.ZodError): FieldError[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.map(String);
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => ({ field: [...path, key].join("."), ...sentence("unknownField") }));
    }
    return [{ field: path.join("."), ...wording(issue) }];
  });
}

function wording(issue: z.core.$ZodIssue): Sentence {
  if (issue.code === "invalid_type" && issue.input === undefined) return sentence("required");
  // A message that the schema itself sets is kept.
  if (issue.code === "invalid_type" && issue.message.startsWith("Invalid input")) {
    return sentence(/^[aeio]/.test(issue.expected) ? "anKind" : "aKind", { kind: issue.expected });
  }
  return sentenceInSchema(issue.message);
}
