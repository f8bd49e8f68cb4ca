export type FieldError = { field: string; message: string };

/** Makes a label of a field: `discount.value` becomes "Discount value". A field inside a list keeps its path. */
export function fieldName(field: string): string {
  if (/\d/.test(field)) return field;
  const words = field.replace(/[._-]/g, " ").replace(/\b(id|ip|url)\b/g, (word) => word.toUpperCase());
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** Puts a subject before the message of a field: "Must be more than 0." becomes "Amount must be more than 0." */
export const withSubject = (subject: string, message: string): string =>
  message.replace(/^(?:This (?:field )?(is)|Must) /, (_, verb = "must") => `${subject} ${verb} `);

export const sentenceOf = ({ field, message }: FieldError): string =>
  field ? withSubject(fieldName(field), message) : message;

export type ErrorBody = {
  error: { code: string; message: string; details?: FieldError[]; retry_after?: number };
};

/** The only error class of the system: services throw it, the wire carries it, and the browser throws it again. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: FieldError[];
  readonly retryAfter: number | undefined;
  /** Set by the dashboard, so that people can quote it when they report an error. */
  requestId: string | undefined;
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
