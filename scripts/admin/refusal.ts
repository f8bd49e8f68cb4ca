/** The caller can correct this error. Exit code 2 means that the call itself was wrong, as in shells. */
export class Refusal extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
