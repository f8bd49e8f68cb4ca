import { createHash } from "node:crypto";

const newline = 10;
const portion = 64 * 1024;
/** No row of a backup is nearly as long. */
const longest = 64 * 1024 * 1024;

export class Lines {
  private readonly source: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);
  private readonly hash = createHash("sha256");

  constructor(source: AsyncIterable<Buffer>) {
    this.source = source[Symbol.asyncIterator]();
  }

  async next(): Promise<string | null> {
    for (;;) {
      const line = this.take();
      if (line) return line.subarray(0, -1).toString("utf8");
      if (!(await this.fill())) return null;
    }
  }

  /** Passes on all lines before the given one, which is consumed. */
  async *until(last: string): AsyncGenerator<Buffer> {
    const wanted = Buffer.from(`${last}\n`);
    let lines: Buffer[] = [];
    let size = 0;
    for (;;) {
      const line = this.take();
      if (line && !line.equals(wanted)) {
        lines.push(line);
        size += line.length;
      }
      const over = line?.equals(wanted) ?? false;
      if (size > 0 && (over || !line || size >= portion)) {
        yield Buffer.concat(lines);
        lines = [];
        size = 0;
      }
      if (over) return;
      if (!line && !(await this.fill())) throw new Error("The file is cut off.");
    }
  }

  digest(): string {
    return this.hash.copy().digest("hex");
  }

  private take(): Buffer | undefined {
    const at = this.rest.indexOf(newline);
    if (at < 0) return undefined;
    const line = this.rest.subarray(0, at + 1);
    this.rest = this.rest.subarray(at + 1);
    this.hash.update(line);
    return line;
  }

  private async fill(): Promise<boolean> {
    const { done, value } = await this.source.next();
    if (done) return false;
    if (this.rest.length > longest) throw new Error("The file is damaged: one of its lines does not end.");
    this.rest = this.rest.length > 0 ? Buffer.concat([this.rest, value]) : value;
    return true;
  }
}
