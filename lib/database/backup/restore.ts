import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import pg from "pg";
import * as z from "zod";
import { isUnreleased, knownMigrations, runMigrationsIn } from "../migrate.ts";
import { copyIn } from "./copy.ts";
import { Lines } from "./lines.ts";
import { isEmpty, keptTables, ours, readSequences } from "./tables.ts";
import { begin, end, type Header, headerLine, plainSettings, type Trailer, trailerLine } from "./write.ts";

/** An error that the person who restores can correct. */
export class RestoreRefused extends Error {}

type Options = {
  /** Replaces the contents of the database. Without it, the database must be empty. */
  force?: boolean;
  check?: (header: Header) => void;
  migrations?: string;
};

export type Restored = Header & { rows: number; tables: number };

// Restores the schema of the backup's time, its rows, and all later migrations in one transaction. Nothing from the
// file is executed: it names tables, columns and values.
export async function restoreBackup(databaseUrl: string, path: string, options: Options = {}): Promise<Restored> {
  const lines = new Lines(Readable.from(openText(path)));
  const header = await readHeader(lines);
  const known = knownMigrations(options.migrations);
  const { applied, at } = header.migrations;
  if (known[applied - 1]?.when !== at) {
    throw new RestoreRefused(
      `This backup is of another Cartwright: it has seen ${applied} steps of the database, and this one knows ${known.length}. ${isUnreleased(header.migrations, known) ? "It is from before 0.1.0, which no release can restore." : "Restore it with the one that made it, or a newer one."}`,
    );
  }
  options.check?.(header);
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "cartwright-restore" });
  await client.connect();
  try {
    await requireAlone(client);
    if (!options.force && !(await isEmpty(client))) {
      throw new RestoreRefused(
        "This database is not empty. With --force the backup takes the place of all that is in it.",
      );
    }
    await client.query(plainSettings);
    await client.query("begin");
    await client.query("set local lock_timeout = '10s'");
    await client.query(`drop schema if exists ${[...ours, "migrations"].join(", ")} cascade`);
    await runMigrationsIn(client, { from: 0, to: applied }, options.migrations);
    const trailer = await readRows(client, lines);
    await runMigrationsIn(client, { from: applied, to: known.length }, options.migrations);
    await client.query("commit");
    // Without new statistics, the first queries would be planned as if every table were empty.
    await client.query("analyze");
    const counts = Object.values(trailer.tables);
    return { ...header, tables: counts.length, rows: counts.reduce((sum, count) => sum + count, 0) };
  } finally {
    await client.end();
  }
}

async function* openText(path: string): AsyncGenerator<Buffer> {
  const packed = createReadStream(path);
  const text = createGunzip({ chunkSize: 1024 * 1024 });
  packed.on("error", (cause) => text.destroy(cause)).pipe(text);
  try {
    yield* text as AsyncIterable<Buffer>;
  } catch (cause) {
    const { code = "" } = cause as { code?: string };
    if (code === "Z_BUF_ERROR") throw new RestoreRefused("The file is cut off.");
    if (code.startsWith("Z_")) throw new RestoreRefused("The file is no backup, or it is damaged.");
    throw cause;
  }
}

async function readHeader(lines: Lines): Promise<Header> {
  const first = await lines.next();
  if (!first?.startsWith(begin)) throw new RestoreRefused("The file is no backup of Cartwright.");
  const { format } = readLine(first.slice(begin.length), z.looseObject({ format: z.unknown() }));
  if (format !== 1) throw new RestoreRefused("The backup is in a form that only a newer Cartwright knows.");
  return readLine(first.slice(begin.length), headerLine);
}

function readLine<T>(text: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new RestoreRefused("The file is damaged: its first or last line is not as a backup writes it.");
  }
}

/** Other connections could continue to write into the tables that are being replaced. */
async function requireAlone(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`
    select count(*)::int as others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'cartwright%'`);
  if (rows[0].others === 0) return;
  throw new RestoreRefused("Cartwright is still running on this database. Stop each of its processes first.");
}

const copyLine = /^copy (\S+) \((.+)\) from stdin;$/;
const sequenceLine = /^select pg_catalog\.setval\('([^']+)', (\d+), (true|false)\);$/;

async function readRows(client: pg.Client, lines: Lines): Promise<Trailer> {
  const tables = new Map((await keptTables(client)).map(({ name, columns }) => [name, columns]));
  const sequences = new Set((await readSequences(client)).map(({ name }) => name));
  const counts: Record<string, number> = {};
  for (;;) {
    const digest = lines.digest();
    const line = await lines.next();
    if (line === null) throw new RestoreRefused("The file is cut off.");
    if (line.startsWith(end)) {
      const trailer = readLine(line.slice(end.length), trailerLine);
      const same = JSON.stringify(trailer.tables) === JSON.stringify(counts) && trailer.sha256 === digest;
      if (!same) throw new RestoreRefused("The file is damaged: its sum is another.");
      return trailer;
    }
    const [, table = "", columns = ""] = copyLine.exec(line) ?? [];
    const [, sequence = "", value = "", called = ""] = sequenceLine.exec(line) ?? [];
    if (tables.get(table)?.join(", ") === columns && table) {
      counts[table] = await copyIn(client, `copy ${table} (${columns}) from stdin`, lines.until("\\."));
    } else if (sequences.has(sequence)) {
      await client.query("select pg_catalog.setval($1, $2, $3)", [sequence, value, called === "true"]);
    } else if (![plainSettings, "begin;", "commit;"].includes(line)) {
      throw new RestoreRefused("The file is damaged: it holds what a backup of that time does not.");
    }
  }
}
