import pino from "pino";
import { redactText, removed } from "./redact.ts";
import { currentRequest } from "./request-context.ts";

const secretNames = [
  ...["authorization", "cookie", "set-cookie", "x-api-key", "key", "apiKey", "api_key"],
  ...["password", "newPassword", "currentPassword", "secret", "signing_secret", "token", "backupCodes"],
];

/** Secrets are removed by field name, down to four levels, and by their form in any text. */
export const log = pino({
  level: process.env.LOG_LEVEL ?? "info",
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  mixin: () => {
    const id = currentRequest()?.id;
    return id === undefined ? {} : { requestId: id };
  },
  redact: {
    paths: secretNames.flatMap((name) => ["", "*", "*.*", "*.*.*"].map((above) => `${above}["${name}"]`)),
    censor: removed,
  },
  hooks: { streamWrite: redactText },
});
