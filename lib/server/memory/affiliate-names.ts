import "server-only";
import { affiliateName } from "../../contract/affiliate/affiliate-words.ts";
import type { NamedAffiliate } from "../../contract/desk/affiliate-names.ts";
import { isRecord } from "../../contract/errors.ts";
import { readString } from "../../contract/read.ts";
import type { Call, StoreScope } from "../wire/call.ts";

// Names of affiliates, collected from all responses, so that every screen profits from one call for a hundred names.

type Noted = NamedAffiliate & { at: number };

export const freshMs = 5 * 60_000;
const mostKept = 20_000;

/** When the whole list was read, which is forgotten together with the names. */
export const walked = new Map<string, { at: number; complete: boolean }>();

const noted = new Map<string, Map<string, Noted>>();

export const deskKey = ({ membership, mode }: StoreScope) => JSON.stringify([membership.store.id, mode]);

export function noteNames(call: Call, body: unknown): void {
  if (call.api !== "affiliate" || call.resource !== "affiliates" || call.operation === "delete") return;
  const rows = isRecord(body) && Array.isArray(body.data) ? body.data : [body];
  for (const row of rows) if (isRecord(row)) note(call, row);
}

function note(desk: StoreScope, row: Record<string, unknown>): void {
  const id = readString(row.id);
  if (!id) return;
  const { email, status } = row;
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);
  noteName(desk, { id, name: affiliateName(row), email: text(email), status: text(status) });
}

export function noteName(desk: StoreScope, one: NamedAffiliate): void {
  const key = deskKey(desk);
  const names = noted.get(key) ?? new Map<string, Noted>();
  if (names.size >= mostKept) {
    names.clear();
    walked.delete(key);
  }
  noted.set(key, names.set(one.id, { ...one, at: Date.now() }));
}

export function recallName(desk: StoreScope, id: string): NamedAffiliate | undefined {
  const found = noted.get(deskKey(desk))?.get(id);
  return found && Date.now() - found.at < freshMs ? found : undefined;
}

export const allNames = (desk: StoreScope): NamedAffiliate[] => [...(noted.get(deskKey(desk))?.values() ?? [])];
