export type Fields = Record<string, unknown>;

/** A refusal, which each API words in its own form. */
export class Problem extends Error {
  readonly status: number;
  readonly fields: Record<string, string>;

  constructor(status: number, message: string, fields: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.fields = fields;
  }
}
