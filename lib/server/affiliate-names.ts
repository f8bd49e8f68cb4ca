import "server-only";
import { affiliateName } from "../contract/affiliate/affiliate-words.ts";
import type { NamedAffiliate } from "../contract/desk/affiliate-names.ts";
import { ApiError, isRecord } from "../contract/errors.ts";
import { isIdentifier } from "../contract/paths.ts";
import { readString } from "../contract/read.ts";
import { isEmbedded } from "./connections.ts";
import { callOf, type Place } from "./jobs/place.ts";
import { records } from "./jobs/settle.ts";
import type { Call } from "./operations.ts";

// Names of affiliates, collected from all responses, so that every screen profits from one call for a hundred names.

type Noted = NamedAffiliate & { at: number };
type Desk = Pick<Place, "membership" | "mode">;

const freshMs = 5 * 60_000;
const mostKept = 20_000;
/** Up to this many ids are read one by one; for more, pages of the list are read. */
const fewIds = 3;
const mostPages = 5;
const mostSingles = 25;
const shown = 50;

const noted = new Map<string, Map<string, Noted>>();
const walked = new Map<string, { at: number; complete: boolean }>();

const named = { api: "affiliate", resource: "affiliates" } as const;
const keyOf = ({ membership, mode }: Desk) => JSON.stringify([membership.store.id, mode]);

export function noteNames(call: Call, body: unknown): void {
  const { api, found } = call;
  if (api !== "affiliate" || found.resource !== "affiliates" || found.name === "delete") return;
  const rows = isRecord(body) && Array.isArray(body.data) ? body.data : [body];
  for (const row of rows) if (isRecord(row)) note(call, row);
}

function note(desk: Desk, row: Record<string, unknown>): void {
  const id = readString(row.id);
  if (!id) return;
  const { email, status } = row;
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);
  keep(desk, { id, name: affiliateName(row), email: text(email), status: text(status) });
}

function keep(desk: Desk, one: NamedAffiliate): void {
  const key = keyOf(desk);
  const names = noted.get(key) ?? new Map<string, Noted>();
  if (names.size >= mostKept) {
    names.clear();
    walked.delete(key);
  }
  noted.set(key, names.set(one.id, { ...one, at: Date.now() }));
}

function recall(desk: Desk, id: string): NamedAffiliate | undefined {
  const found = noted.get(keyOf(desk))?.get(id);
  return found && Date.now() - found.at < freshMs ? found : undefined;
}

/** Returns the names that can be read. A missing name never blocks a page. */
export async function lookUpNames(place: Place, wanted: readonly string[]): Promise<NamedAffiliate[]> {
  const ids = [...new Set(wanted)].filter(isIdentifier);
  const missing = () => ids.filter((id) => !recall(place, id));
  try {
    if (missing().length > fewIds) await walk(place, () => missing().length === 0);
    await Promise.all(
      missing()
        .slice(0, mostSingles)
        .map((id) => readOne(place, id)),
    );
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
  }
  return ids.flatMap((id) => recall(place, id) ?? []).map(toNamed);
}

async function walk(place: Place, enough: () => boolean): Promise<boolean> {
  const key = keyOf(place);
  const last = walked.get(key);
  if (last && Date.now() - last.at < freshMs) return last.complete;
  let complete = true;
  for await (const { record } of records(place, { ...named, operation: "list" }, mostPages)) {
    if (!record) complete = false;
    else if (enough()) return false;
  }
  walked.set(key, { at: Date.now(), complete });
  return complete;
}

async function readOne(place: Place, id: string): Promise<void> {
  try {
    await callOf(place, { ...named, operation: "get" }, { params: { id } });
  } catch (cause) {
    // A deleted affiliate has no name, and is not asked for again.
    if (!(cause instanceof ApiError) || cause.status !== 404) throw cause;
    keep(place, { id, name: null, email: null, status: null });
  }
}

export async function searchNames(place: Place, search: string | undefined) {
  if (isEmbedded({ api: "affiliate", mode: place.mode })) {
    const query = { per_page: shown, ...(search && { search }) };
    const { body } = await callOf(place, { ...named, operation: "list" }, { query });
    const rows = (body as { data: { id: string }[] }).data;
    return { data: rows.flatMap(({ id }) => recall(place, id) ?? []).map(toNamed), complete: true };
  }
  const complete = await walk(place, () => false);
  const part = search?.toLowerCase() ?? "";
  const matches = ({ id, name, email }: Noted) =>
    id === search || `${name ?? ""}\n${email ?? ""}`.toLowerCase().includes(part);
  const known = [...(noted.get(keyOf(place))?.values() ?? [])].filter(
    (one) => one.status !== null || one.name !== null,
  );
  return { data: known.filter(matches).slice(0, shown).map(toNamed), complete };
}

const toNamed = ({ id, name, email, status }: NamedAffiliate): NamedAffiliate => ({ id, name, email, status });
