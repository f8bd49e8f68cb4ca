import type { EventOutcome, FieldError, OrderOutcome, Report } from "./types.ts";

export type Outcomes = Report<EventOutcome | OrderOutcome>;
type Facts = {
  requestId?: string | undefined;
  details?: readonly FieldError[];
  retryAfter?: number;
  report?: Outcomes;
};

export class ShopError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly details: readonly FieldError[];
  readonly retryAfter: number | undefined;
  readonly report: Outcomes | undefined;

  constructor(status: number, code: string, message: string, facts: Facts = {}) {
    const { requestId, details = [], retryAfter, report } = facts;
    super(message);
    this.name = "ShopError";
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.details = details;
    this.retryAfter = retryAfter;
    this.report = report;
  }
}
