import type { Choices } from "./choices.ts";
import { type Fields, Problem } from "./problem.ts";
import type { Store } from "./store.ts";

export type Call = {
  store: Store;
  id: string;
  query: URLSearchParams;
  body: Fields;
  headers: Record<string, string>;
  choices: Choices;
};
export type Reply = { status: number; body?: unknown; headers?: Record<string, string> };
/** `METHOD /path/:id`, the scope that the key needs, and the handler. */
export type Route = readonly [on: string, scope: string, handle: (call: Call) => Reply];

export const ok = (body: unknown): Reply => ({ status: 200, body });

/** Matches a call with `METHOD /path/:id`, where `*` stands for any method or any path. Returns the ID, if there is one. */
export function matches(on: string, method: string, path: string): { id: string } | null {
  const [wanted = "*", pattern = "*"] = on.split(" ");
  if (wanted !== "*" && wanted !== method) return null;
  if (pattern === "*") return { id: "" };
  const names = pattern.split("/");
  const parts = path.split("/");
  if (names.length !== parts.length) return null;
  let id = "";
  for (const [index, name] of names.entries()) {
    if (name.startsWith(":")) id = decodeURIComponent(parts[index] ?? "");
    else if (name !== parts[index]) return null;
  }
  return { id };
}

export function pageOf<T>(rows: readonly T[], query: URLSearchParams, size: number, most: number) {
  const page = whole(query, "page", 1);
  const per_page = whole(query, "per_page", size);
  if (per_page > most) throw new Problem(400, "Invalid page size", { per_page: `must not exceed ${most}` });
  return { rows: rows.slice((page - 1) * per_page, page * per_page), page, per_page, total: rows.length };
}

function whole(query: URLSearchParams, name: string, otherwise: number): number {
  const value = Number(query.get(name) ?? otherwise);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Problem(400, "Invalid paging", { [name]: "must be a positive integer" });
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
