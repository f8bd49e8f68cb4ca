import "server-only";
import type { NamedAffiliate } from "../contract/desk/affiliate-names.ts";
import { ApiError } from "../contract/errors.ts";
import { isIdentifier } from "../contract/paths.ts";
import { isEmbedded } from "./connections.ts";
import { callOf, type Place } from "./jobs/place.ts";
import { records } from "./jobs/settle.ts";
import { allNames, deskKey, freshMs, noteName, recallName, walked } from "./noted-names.ts";

/** Up to this many ids are read one by one; for more, pages of the list are read. */
const fewIds = 3;
const mostPages = 5;
const mostSingles = 25;
const shown = 50;

const named = { api: "affiliate", resource: "affiliates" } as const;

/** Returns the names that can be read. A missing name never blocks a page. */
export async function lookUpNames(place: Place, wanted: readonly string[]): Promise<NamedAffiliate[]> {
  const ids = [...new Set(wanted)].filter(isIdentifier);
  const missing = () => ids.filter((id) => !recallName(place, id));
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
  return ids.flatMap((id) => recallName(place, id) ?? []).map(toNamed);
}

async function walk(place: Place, enough: () => boolean): Promise<boolean> {
  const key = deskKey(place);
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
    noteName(place, { id, name: null, email: null, status: null });
  }
}

export async function searchNames(place: Place, search: string | undefined) {
  if (isEmbedded({ api: "affiliate", mode: place.mode })) {
    const query = { per_page: shown, ...(search && { search }) };
    const { body } = await callOf(place, { ...named, operation: "list" }, { query });
    const rows = (body as { data: { id: string }[] }).data;
    return { data: rows.flatMap(({ id }) => recallName(place, id) ?? []).map(toNamed), complete: true };
  }
  const complete = await walk(place, () => false);
  const part = search?.toLowerCase() ?? "";
  const matches = ({ id, name, email }: NamedAffiliate) =>
    id === search || `${name ?? ""}\n${email ?? ""}`.toLowerCase().includes(part);
  const known = allNames(place).filter((one) => one.status !== null || one.name !== null);
  return { data: known.filter(matches).slice(0, shown).map(toNamed), complete };
}

const toNamed = ({ id, name, email, status }: NamedAffiliate): NamedAffiliate => ({ id, name, email, status });
