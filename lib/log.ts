import pino from "pino";

/** One logger for the process. What could carry a secret is removed by name, wherever it stands. */
export const log = pino({
  level: process.env.LOG_LEVEL ?? "info",
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: {
    paths: ["authorization", "cookie", "key", "password", "secret", "token"].flatMap((name) => [
      name,
      `*.${name}`,
      `*.*.${name}`,
    ]),
    censor: "[removed]",
  },
});
