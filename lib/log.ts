import pino from "pino";
import { ApiError } from "./contract/errors.ts";
import { currentRequest } from "./request-context.ts";

// Secrets are recognised by their form, in messages, stack traces and texts of other programs.
const forms = [
  /\b(?:live|test|whsec|pub_live|pub_test)_[A-Za-z0-9_-]{16,}/g,
  /(?<=\b(?:Bearer|Basic) )[\w.~+/=-]{8,}/g,
  /(?<=[?&](?:token|key|secret|password|code)=)[^&\s"\\]+/g,
  /(?<=\/(?:invite|password)\/)[\w-]{20,}/g,
  /(?<=\b(?:postgres(?:ql)?|smtps?|https?):\/\/[^\s:@/"]*:)[^\s@/"]+(?=@)/g,
  /(?<=session_token=)[^;\s"\\]+/g,
];

const removed = "[removed]";

export function redactText(text: string): string {
  let clean = text;
  for (const form of forms) clean = clean.replace(form, removed);
  return clean;
}

const secretNames = [
  "authorization",
  "cookie",
  "set-cookie",
  "x-api-key",
  "key",
  "apiKey",
  "api_key",
  "password",
  "newPassword",
  "currentPassword",
  "secret",
  "signing_secret",
  "token",
  "backupCodes",
];

/** A field named `key` is removed as a secret, so the keys of sentences, which are none, get another name. */
function plainError(cause: Error) {
  if (!(cause instanceof ApiError)) return pino.stdSerializers.err(cause);
  const details = cause.details.map(({ field, message, key }) => ({ field, message, sentence: key }));
  return { ...pino.stdSerializers.err(cause), sentence: cause.sentence.key, details };
}

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
  serializers: { err: plainError },
  hooks: { streamWrite: redactText },
});
