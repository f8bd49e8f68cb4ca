import { parseArgs } from "node:util";
import { usage } from "./help.ts";

const options = {
  email: { type: "string" },
  password: { type: "string" },
  "password-stdin": { type: "boolean" },
  name: { type: "string" },
  store: { type: "string" },
  customer: { type: "string" },
  visitor: { type: "string" },
  "store-name": { type: "string" },
  currency: { type: "string" },
  timezone: { type: "string" },
  mode: { type: "string" },
  role: { type: "string" },
  scopes: { type: "string" },
  storefront: { type: "boolean" },
  api: { type: "string" },
  seed: { type: "string" },
  visits: { type: "string" },
  empty: { type: "boolean" },
  "key-stdin": { type: "boolean" },
  "secret-stdin": { type: "boolean" },
  "money-unit": { type: "string" },
  force: { type: "boolean" },
  "with-secret": { type: "boolean" },
  "lost-secret": { type: "boolean" },
  since: { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

export type Values = ReturnType<typeof readArguments>["values"];

export function readArguments(argv: string[]) {
  try {
    return parseArgs({ args: argv, options, allowPositionals: true });
  } catch (cause) {
    throw new Refusal(`${(cause as Error).message}\n\n${usage}`, 2);
  }
}

/** The caller can correct this error. Exit code 2 means that the call itself was wrong, as in shells. */
export class Refusal extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
