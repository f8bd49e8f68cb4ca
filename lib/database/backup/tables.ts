import type pg from "pg";

export const ours = ["desk", "checkout", "affiliate"];

export type Table = { name: string; columns: string[] };

/** Sorted so that each table follows those it refers to. Unlogged tables (rate budgets) are left out. */
export async function keptTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<{ oid: number; name: string; columns: string[]; refers: number[] }>(
    `select c.oid::int, format('%I.%I', n.nspname, c.relname) as name,
       array(select quote_ident(a.attname) from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
         order by a.attnum) as columns,
       array(select k.confrelid::int from pg_constraint k
         where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as refers
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
     order by name`,
    [ours],
  );
  const placed = new Set<number>();
  const sorted: Table[] = [];
  const waiting = [...rows];
  while (waiting.length > 0) {
    const at = waiting.findIndex(({ refers }) => refers.every((oid) => placed.has(oid)));
    if (at < 0) throw new Error(`These tables refer to each other in a circle: ${waiting.map(({ name }) => name)}`);
    for (const { oid, name, columns } of waiting.splice(at, 1)) {
      placed.add(oid);
      sorted.push({ name, columns });
    }
  }
  return sorted;
}

export type Sequence = { name: string; value: number; called: boolean };

export async function readSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    "select format('%I.%I', schemaname, sequencename) as name from pg_sequences where schemaname = any($1) order by 1",
    [ours],
  );
  const sequences: Sequence[] = [];
  for (const { name } of rows) {
    const { rows } = await client.query(`select last_value as value, is_called as called from ${name}`);
    sequences.push({ name, value: Number(rows[0].value), called: rows[0].called });
  }
  return sequences;
}

export async function isEmpty(client: pg.ClientBase): Promise<boolean> {
  for (const { name } of await keptTables(client)) {
    const { rows } = await client.query(`select exists(select from ${name}) as full`);
    if (rows[0].full) return false;
  }
  return true;
}
