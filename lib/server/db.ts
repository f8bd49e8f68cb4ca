import "server-only";
import { type Database, openDatabase } from "../database/client.ts";
import { env } from "./env.ts";

// On globalThis, because a development server evaluates modules again at each change.
const shared = globalThis as { cartwrightDatabase?: Database };

export function db(): Database {
  shared.cartwrightDatabase ??= openDatabase(env().DATABASE_URL, env().DATABASE_CONNECTIONS);
  return shared.cartwrightDatabase;
}

export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
