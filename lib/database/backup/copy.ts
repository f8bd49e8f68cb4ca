import { once } from "node:events";
import type { Writable } from "node:stream";
import type pg from "pg";

// PostgreSQL's COPY over a `pg` client, which supports its messages but offers no call for it. Both directions stream.

type Connection = {
  stream: NodeJS.ReadWriteStream & { writableNeedDrain: boolean };
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
};
type Done = { text: string };

const portion = 64 * 1024;

export function copyOut(client: pg.ClientBase, statement: string, out: Writable): Promise<number> {
  return run(client, statement, (end) => {
    let rows: Buffer[] = [];
    let size = 0;
    const pass = (connection?: Connection) => {
      const goesOn = out.write(Buffer.concat(rows));
      rows = [];
      size = 0;
      if (goesOn || !connection) return;
      connection.stream.pause();
      out.once("drain", () => connection.stream.resume());
    };
    return {
      handleCopyData({ chunk }: { chunk: Buffer }, connection: Connection) {
        // The chunk is copied, because the reader reuses its memory.
        rows.push(Buffer.from(chunk));
        size += chunk.length;
        if (size >= portion) pass(connection);
      },
      handleCommandComplete(done: Done) {
        if (size > 0) pass();
        end(countOf(done));
      },
    };
  });
}

export function copyIn(client: pg.ClientBase, statement: string, source: AsyncIterable<Buffer>): Promise<number> {
  return run(client, statement, (end, state) => ({
    async handleCopyInResponse(connection: Connection) {
      try {
        for await (const chunk of source) {
          if (state.failed) return;
          connection.sendCopyFromChunk(chunk);
          if (connection.stream.writableNeedDrain) await once(connection.stream, "drain");
        }
        connection.endCopyFrom();
      } catch (cause) {
        connection.sendCopyFail(cause instanceof Error ? cause.message : "The source ended.");
      }
    },
    handleCommandComplete: (done: Done) => end(countOf(done)),
  }));
}

type State = { failed: boolean };
type Handlers = (end: (rows: number) => void, state: State) => object;

function run(client: pg.ClientBase, statement: string, handlers: Handlers): Promise<number> {
  return new Promise((resolve, reject) => {
    const state = { failed: false };
    let rows = 0;
    const submittable = {
      submit: (connection: Connection) => connection.query(statement),
      handleError(cause: Error) {
        state.failed = true;
        reject(cause);
      },
      handleReadyForQuery: () => resolve(rows),
      ...handlers((count) => {
        rows = count;
      }, state),
    };
    client.query(submittable as unknown as pg.Submittable);
  });
}

const countOf = ({ text }: Done) => Number(/\d+$/.exec(text)?.[0] ?? 0);
