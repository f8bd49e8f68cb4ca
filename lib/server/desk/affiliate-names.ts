import "server-only";
import type { NamedAffiliate } from "../../contract/desk/affiliate-names.ts";
import { ApiError } from "../../contract/errors.ts";
import { isIdentifier } from "../../contract/paths.ts";
import { allNames, deskKey, freshMs, noteName, recallName, walked } from "../memory/affiliate-names.ts";
import { type Caller, callerOf, type DeskHandlers } from "../wire/call.ts";
import { has } from "../wire/contracts.ts";
import { perform } from "../wire/perform-call.ts";
import { readRecord, records } from "../work/jobs/find-outcome.ts";

export const affiliate_names: DeskHandlers<"affiliate_names"> = {
  look_up: async ({ body }, context) => ({ data: await lookUpNames(callerOf(context), body.ids) }),
  search: ({ query }, context) => searchNames(callerOf(context), query.search),
};

const fewIds = 3;
const mostPages = 5;
const mostSingles = 25;
const shown = 50;

const named = { api: "affiliate", resource: "affiliates" } as const;

/** A name that cannot be read is left out, because a missing name must never block a page. */
export async function lookUpNames(caller: Caller, wanted: readonly string[]): Promise<NamedAffiliate[]> {
  const ids = [...new Set(wanted)].filter(isIdentifier);
  const missing = () => ids.filter((id) => !recallName(caller, id));
  try {
    if (missing().length > fewIds) await walk(caller, () => missing().length === 0);
    await Promise.all(
      missing()
        .slice(0, mostSingles)
        .map((id) => readOne(caller, id)),
    );
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
  }
  return ids.flatMap((id) => recallName(caller, id) ?? []).map(toNamed);
}

async function walk(caller: Caller, enough: () => boolean): Promise<boolean> {
  const key = deskKey(caller);
  const last = walked.get(key);
  if (last && Date.now() - last.at < freshMs) return last.complete;
  let complete = true;
  for await (const { record } of records(caller, { ...named, operation: "list" }, mostPages)) {
    if (!record) complete = false;
    else if (enough()) return false;
  }
  walked.set(key, { at: Date.now(), complete });
  return complete;
}

async function readOne(caller: Caller, id: string): Promise<void> {
  // A deleted affiliate is noted without a name, so that it is not requested again.
  if (!(await readRecord(caller, named, { id }))) noteName(caller, { id, name: null, email: null, status: null });
}

export async function searchNames(caller: Caller, search: string | undefined) {
  if (has({ ...named, mode: caller.mode, operation: "list" }, "search")) {
    const query = { per_page: shown, ...(search && { search }) };
    const { body } = await perform({ ...caller, ...named, operation: "list", query });
    const rows = (body as { data: { id: string }[] }).data;
    return { data: rows.flatMap(({ id }) => recallName(caller, id) ?? []).map(toNamed), complete: true };
  }
  const complete = await walk(caller, () => false);
  const part = search?.toLowerCase() ?? "";
  const matches = ({ id, name, email }: NamedAffiliate) =>
    id === search || `${name ?? ""}\n${email ?? ""}`.toLowerCase().includes(part);
  const known = allNames(caller).filter((one) => one.status !== null || one.name !== null);
  return { data: known.filter(matches).slice(0, shown).map(toNamed), complete };
}

const toNamed = ({ id, name, email, status }: NamedAffiliate): NamedAffiliate => ({ id, name, email, status });
