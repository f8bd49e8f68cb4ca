import type { Choices } from "./choices.ts";

type Form = (status: number, message: string, fields: Record<string, string>) => unknown;

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const entries = (fields: Record<string, string>) => Object.entries(fields);

export const forms: Record<Exclude<Choices["errors"], "own">, Form> = {
  texts: (_, message, fields) => ({
    errors: [message, ...entries(fields).map(([field, problem]) => `${field} ${problem}`)],
  }),
  entries: (_, message, fields) => ({
    errors: entries(fields).map(([field, problem]) => ({ path: camel(field).split("."), message: problem })),
    error_description: message,
  }),
  problem: (status, title, fields) => ({
    type: "about:blank",
    title,
    status,
    "invalid-params": entries(fields).map(([name, reason]) => ({ name, reason })),
  }),
  "json-api": (status, title, fields) => ({
    errors:
      entries(fields).length === 0
        ? [{ status: String(status), title }]
        : entries(fields).map(([field, detail]) => ({
            status: String(status),
            title,
            detail,
            source: { pointer: `/data/attributes/${field.replaceAll(".", "/")}` },
          })),
  }),
  fastapi: (_, message, fields) => ({
    detail:
      entries(fields).length === 0
        ? message
        : entries(fields).map(([field, msg]) => ({ loc: ["body", ...field.split(".")], msg, type: "value_error" })),
  }),
  text: (_, message) => message,
};
