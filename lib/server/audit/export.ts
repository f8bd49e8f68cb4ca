import "server-only";
import type { AuditEntry } from "../../contract/desk/audit.ts";
import { toCsvLine } from "../../csv.ts";
import { csvResponse } from "../csv.ts";
import type { Membership } from "../people.ts";
import { type Filters, listDeeds, readImages, toEntry } from "./read.ts";

const columns: [string, (entry: AuditEntry) => string | number | null][] = [
  ["id", (entry) => entry.id],
  ["at", (entry) => entry.at],
  ["mode", (entry) => entry.mode],
  ["actor", (entry) => entry.actor.name],
  ["actor_id", (entry) => entry.actor.id],
  ["role", (entry) => entry.role],
  ["api", (entry) => entry.api],
  ["operation", (entry) => entry.operation],
  ["record", (entry) => entry.record],
  ["outcome", (entry) => entry.outcome],
  ["status", (entry) => entry.status],
  ["code", (entry) => entry.code],
  ["note", (entry) => entry.note],
  ["request_id", (entry) => entry.request_id],
];
const bodies = ["sent", "before", "after"];
const pageSize = 500;

const head = toCsvLine([...columns.map(([name]) => name), ...bodies]);

export async function deedLines(membership: Membership, filters: Filters, below?: number) {
  const rows = await listDeeds(membership, filters, pageSize, below);
  const images = await readImages(membership.store.id, rows);
  const lines = rows.map((row) => {
    const entry = toEntry(row);
    const announced = images.get(row.intent ?? row.seq);
    const bodies = [announced?.sent, announced?.before, images.get(row.seq)?.after];
    return toCsvLine([...columns.map(([, value]) => value(entry)), ...bodies.map(toText)]);
  });
  return {
    content: (below === undefined ? head : "") + lines.join(""),
    rows: rows.length,
    next: rows.length < pageSize ? undefined : rows.at(-1)?.seq,
  };
}

export function exportDeeds(membership: Membership, filters: Filters): Response {
  let below: number | undefined;
  return csvResponse(`activity-${membership.store.id}.csv`, async () => {
    const { content, next } = await deedLines(membership, filters, below);
    below = next;
    return { content, last: next === undefined };
  });
}

const toText = (image: unknown) => (image === null || image === undefined ? null : JSON.stringify(image));
