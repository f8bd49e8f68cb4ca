export type Value = string | number | Sentence;
export type SentenceValues = Record<string, Value>;
/** An English message. Its key and values are for translations, and absent if another API or a person wrote it. */
export type Sentence = { message: string; key?: string | undefined; values?: SentenceValues | undefined };
export type FieldError = Sentence & { field: string };
/** What stands beside the text of a sentence where it is stored or sent. */
export type TextKey = { key: string; values?: SentenceValues | undefined };

export const keyOf = ({ key, values }: Sentence): TextKey | null =>
  key === undefined ? null : { key, ...(values && { values }) };

/** The columns of a text and of what stands beside it: `error` and `errorKey`. */
export const textColumns = <Name extends string, Said extends Sentence | null>(name: Name, said: Said) =>
  ({ [name]: said?.message ?? null, [`${name}Key`]: said && keyOf(said) }) as Record<
    Name,
    Said extends Sentence ? string : null
  > &
    Record<`${Name}Key`, TextKey | null>;

/** A sentence whose texts, also those inside it, are changed. */
export function withTexts({ message, key, values = {} }: Sentence, change: (text: string) => string): Sentence {
  const changed = Object.entries(values).map(([name, value]): [string, Value] => {
    if (typeof value === "object") return [name, withTexts(value, change)];
    return [name, typeof value === "string" ? change(value) : value];
  });
  const by =
    key === undefined
      ? null
      : keyOf({ message, key, ...(changed.length > 0 && { values: Object.fromEntries(changed) }) });
  return { message: change(message), ...by };
}

/** Makes a label of a field: `discount.value` becomes "Discount value". A field inside a list keeps its path. */
export function fieldName(field: string): string {
  if (/\d/.test(field)) return field;
  const words = field.replace(/[._-]/g, " ").replace(/\b(id|ip|url)\b/g, (word) => word.toUpperCase());
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** Puts a subject before the message of a field: "Must be more than 0." becomes "Amount must be more than 0." */
export const withSubject = (subject: string, message: string): string =>
  message.replace(/^(?:This (?:field )?(is)|Must) /, (_, verb = "must") => `${subject} ${verb} `);

export const sentenceOf = (error: FieldError): Sentence =>
  error.field ? sentenceAbout(fieldName(error.field), error) : onlySentence(error);

export function sentenceAbout(subject: string, about: Sentence): Sentence {
  const said = onlySentence(about);
  const message = withSubject(subject, said.message);
  if (message === said.message) return said;
  return { message, ...(said.key && { key: "field", values: { field: subject, reason: said } }) };
}

const onlySentence = ({ message, key, values }: Sentence): Sentence => ({
  message,
  ...(key !== undefined && { key }),
  ...(values !== undefined && { values }),
});

/** Zod keeps only the text of a message. Here it has its key again. */
export const schemaSentences = new Map<string, Sentence>();

export type ErrorBody = {
  error: Sentence & { code: string; details?: FieldError[]; retry_after?: number };
};

/** The only error class of the system: services throw it, the wire carries it, and the browser throws it again. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly sentence: Sentence;
  readonly details: FieldError[];
  readonly retryAfter: number | undefined;
  /** Set by the dashboard, so that people can quote it when they report an error. */
  requestId: string | undefined;
  headers: Record<string, string> = {};

  constructor(status: number, code: string, said: string | Sentence, details: FieldError[] = [], retryAfter?: number) {
    super(typeof said === "string" ? said : said.message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.sentence = typeof said === "string" ? { message: said } : onlySentence(said);
    this.details = details;
    this.retryAfter = retryAfter;
  }

  toBody(): ErrorBody {
    return {
      error: {
        code: this.code,
        ...this.sentence,
        ...(this.details.length > 0 && { details: this.details }),
        ...(this.retryAfter !== undefined && { retry_after: this.retryAfter }),
      },
    };
  }
}

export const invalid = (...details: [FieldError, ...FieldError[]]): ApiError =>
  new ApiError(400, "invalid_request", sentenceOf(details[0]), details);

/** Whether a failed write may still have taken effect, so that its record must be read again. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === "connection_rejected") return false;
  return error.status === 0 || (error.status >= 500 && error.status !== 501);
}

/** The specification names codes for 400 and 429 only; the others are ours. */
export function codeOf(status: number): string {
  const codes: Record<number, string> = {
    400: "invalid_request",
    401: "unauthorized",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    409: "conflict",
    413: "payload_too_large",
    415: "unsupported_media_type",
    429: "rate_limited",
    501: "not_implemented",
    502: "bad_gateway",
    503: "unavailable",
    504: "upstream_timeout",
  };
  return codes[status] ?? (status >= 500 ? "server_error" : "request_failed");
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
