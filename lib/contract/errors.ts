export type FieldError = { field: string; message: string };

/** A field as people write it: `discount.value` is "Discount value". What is inside a list keeps its path. */
export function fieldName(field: string): string {
  if (/\d/.test(field)) return field;
  const words = field.replace(/[._-]/g, " ").replace(/\b(id|ip|url)\b/g, (word) => word.toUpperCase());
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** "Must be more than 0." stands under its field. Elsewhere it is "Amount must be more than 0." */
export const withSubject = (subject: string, message: string): string =>
  message.replace(/^(?:This (?:field )?(is)|Must) /, (_, verb = "must") => `${subject} ${verb} `);

/** A problem with a field as a sentence of its own. */
export const sentenceOf = ({ field, message }: FieldError): string =>
  field ? withSubject(fieldName(field), message) : message;

export type ErrorBody = {
  error: { code: string; message: string; details?: FieldError[]; retry_after?: number };
};

/** The one error of the system: services throw it, the wire carries it, the browser throws it again. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: FieldError[];
  readonly retryAfter: number | undefined;
  /** Set on the dashboard's side, so that a person can quote it. */
  requestId: string | undefined;
  /** Sent with the answer by whoever throws it. */
  headers: Record<string, string> = {};

  constructor(status: number, code: string, message: string, details: FieldError[] = [], retryAfter?: number) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.details = details;
    this.retryAfter = retryAfter;
  }

  toBody(): ErrorBody {
    return {
      error: {
        code: this.code,
        message: this.message,
        ...(this.details.length > 0 && { details: this.details }),
        ...(this.retryAfter !== undefined && { retry_after: this.retryAfter }),
      },
    };
  }
}

/** A request refused for its fields; the message is about the first. */
export const invalid = (...details: [FieldError, ...FieldError[]]): ApiError =>
  new ApiError(400, "invalid_request", sentenceOf(details[0]), details);

/** A write that ended so may have been done all the same: what it was to change must be read again. */
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
