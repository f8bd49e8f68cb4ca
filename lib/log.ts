import pino from "pino";
import { redactText, removed } from "./redact.ts";
import { currentRequest } from "./request-context.ts";

const secretNames = [
  ...["authorization", "cookie", "set-cookie", "x-api-key", "key", "apiKey", "api_key"],
  ...["password", "newPassword", "currentPassword", "secret", "signing_secret", "token", "backupCodes"],
];

/**
 * One logger for the process. Each line names the request or the work that it belongs to. What could carry a secret is
 * removed by name, down to four levels, and what looks like one by its form, wherever it stands.
 */
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
