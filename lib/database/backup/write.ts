import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { Transform, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pg from "pg";
import * as z from "zod";
import { appliedMigrations } from "../migrate.ts";
import { copyOut } from "./copy.ts";
import { keptTables, readSequences } from "./tables.ts";

// A backup is SQL with rows only. psql can load it into a database with the same migrations.

export const begin = "-- Cartwright backup ";
export const end = "-- Cartwright end ";

export const headerLine = z.object({
  format: z.literal(1),
  made_at: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.object({ applied: z.int().nonnegative(), at: z.int() }),
  /** Tells whether another installation has the same secret, without revealing the secret. */
  secret_check: z.string(),
  secret: z.string().optional(),
});
export type Header = z.infer<typeof headerLine>;

export const trailerLine = z.object({ tables: z.record(z.string(), z.int()), sha256: z.string() });
export type Trailer = z.infer<typeof trailerLine>;

export const plainSettings =
  "set client_encoding = 'UTF8'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set extra_float_digits = 1; set bytea_output = 'hex';";

type Facts = Pick<Header, "secret_check" | "secret">;

/** Reads in one transaction, so that the backup has the state of one moment although the database stays in use. */
export async function writeBackup(databaseUrl: string, path: string, facts: Facts): Promise<Header & Trailer> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "cartwright-backup" });
  await client.connect();
  const tables: Record<string, number> = {};
  let trailer: Trailer | undefined;
  const text = summed((sha256) => {
    trailer = { tables, sha256 };
    return `${end}${JSON.stringify(trailer)}\n`;
  });
  const written = pipeline(text, createGzip(), createWriteStream(path, { mode: 0o600, flags: "wx", flush: true }));
  // The code below reports this error. Without a handler, a full disk would end the process first.
  written.catch(() => {});
  try {
    await client.query(plainSettings);
    await client.query("begin isolation level repeatable read read only");
    const migrations = await appliedMigrations(client);
    if (migrations.applied === 0) throw new Error("There is nothing in this database that could be kept.");
    const { rows } = await client.query("show server_version");
    const header: Header = {
      format: 1,
      made_at: new Date().toISOString(),
      postgres: rows[0].server_version,
      migrations,
      ...facts,
    };
    await Promise.race([send(text, `${begin}${JSON.stringify(header)}\n${plainSettings}\nbegin;\n`), written]);
    for (const { name, columns } of await keptTables(client)) {
      const list = columns.join(", ");
      await send(text, `copy ${name} (${list}) from stdin;\n`);
      const rows = copyOut(client, `copy (select ${list} from ${name}) to stdout`, text);
      tables[name] = (await Promise.race([rows, written])) ?? 0;
      await send(text, "\\.\n");
    }
    // Sequences may increase while the rows are read, which is harmless.
    for (const { name, value, called } of await readSequences(client)) {
      await send(text, `select pg_catalog.setval('${name}', ${value}, ${called});\n`);
    }
    text.end("commit;\n");
    await written;
    if (!trailer) throw new Error("The backup has no last line.");
    return { ...header, ...trailer };
  } catch (cause) {
    text.destroy();
    throw cause;
  } finally {
    await client.end();
  }
}

/** Passes a text on, and adds the line with its sum once all of it has passed: what was written may still be waiting. */
export function summed(lastLine: (sha256: string) => string): Transform {
  const hash = createHash("sha256");
  return new Transform({
    transform(chunk, _encoding, pass) {
      hash.update(chunk);
      pass(null, chunk);
    },
    flush: (pass) => pass(null, lastLine(hash.digest("hex"))),
  });
}

async function send(out: Writable, text: string): Promise<void> {
  if (!out.write(text)) await once(out, "drain");
}
