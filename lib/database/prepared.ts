import type { Database } from "./client.ts";

const statements = new WeakMap<Database, Map<string, unknown>>();

/** Built once per database and planned once per connection. `name` must include everything that the text depends on. */
export function prepared<P>(db: Database, name: string, build: (name: string) => P): P {
  let known = statements.get(db);
  if (!known) {
    known = new Map();
    statements.set(db, known);
  }
  if (!known.has(name)) known.set(name, build(name));
  return known.get(name) as P;
}
