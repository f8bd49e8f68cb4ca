import "server-only";
import {
  and,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNull,
  lt,
  ne,
  notExists,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type * as z from "zod";
import type { Contract, Role } from "../../../contract/define.ts";
import type { AuditEntry, audit as contract } from "../../../contract/desk/audit.ts";
import { desk } from "../../../contract/desk/index.ts";
import { ApiError } from "../../../contract/errors.ts";
import { toCsvLine } from "../../../csv.ts";
import { audit, auditWords } from "../../../database/schema/desk-audit.ts";
import { sentence } from "../../../sentences.ts";
import { db } from "../../db.ts";
import type { Membership } from "../../wire/call.ts";
import { csvResponse } from "../../wire/http.ts";

export type Filters = z.output<(typeof contract)["audit"]["export"]["query"]>;
type Row = typeof audit.$inferSelect;
type Facts = Omit<Row, "sent" | "before" | "after">;
type Images = Pick<Row, "seq" | "sent" | "before" | "after">;

const { sent: _sent, before: _before, after: _after, ...facts } = getTableColumns(audit);

const apisOf = {
  owner: ["checkout", "affiliate"],
  analyst: ["checkout", "affiliate"],
  merchant: ["checkout"],
  affiliate_manager: ["affiliate"],
} as const;

/** Resources that may concern either API. Roles that read only one API see what their own role did there. */
const ofEither = ["jobs", "delayed_changes"];

function seenBy({ store, role, person }: Membership): SQL | undefined {
  const ofStore = eq(audit.storeId, store.id);
  if (role === "owner") return ofStore;
  const apis = [...apisOf[role]];
  const whole = readInDesk(role).filter((resource) => apis.length > 1 || !ofEither.includes(resource));
  return and(
    ofStore,
    or(
      inArray(audit.api, apis),
      and(
        eq(audit.api, "desk"),
        or(
          eq(audit.actorId, person.id),
          inArray(audit.resource, whole),
          and(inArray(audit.resource, ofEither), eq(audit.role, role)),
        ),
      ),
    ),
  );
}

const readInDesk = (role: Role) => [
  "sandbox",
  ...Object.entries(desk as Contract)
    .filter(([resource]) => resource !== "account")
    .filter(([, all]) => Object.values(all).some(({ method, roles }) => method === "GET" && roles.includes(role)))
    .map(([resource]) => resource),
];

/** Lists outcomes, and intents that have had no outcome for two minutes. Younger ones may still be in progress. */
export async function listDeeds(
  membership: Membership,
  filters: Filters,
  limit: number,
  below?: number,
): Promise<Facts[]> {
  return db()
    .select(facts)
    .from(audit)
    .where(
      and(
        seenBy(membership),
        isDeed(),
        below === undefined ? undefined : lt(audit.seq, below),
        ...conditions(membership.store.id, filters),
      ),
    )
    .orderBy(desc(audit.seq))
    .limit(limit);
}

const underWay = sql`interval '2 minutes'`;
const outcomeRow = alias(audit, "outcome");
const outcomes = () =>
  db()
    .select({ seq: outcomeRow.seq })
    .from(outcomeRow)
    .where(and(eq(outcomeRow.storeId, audit.storeId), eq(outcomeRow.intent, audit.seq)));
const isDeed = () =>
  or(ne(audit.outcome, "intended"), and(lt(audit.at, sql`now() - ${underWay}`), notExists(outcomes())));

function conditions(storeId: string, filters: Filters): (SQL | undefined)[] {
  const { person, operation, record, outcome, mode, from, to } = filters;
  const [resource, name] = operation?.split(".") ?? [];
  return [
    person ? eq(audit.actorId, person) : undefined,
    resource ? eq(audit.resource, resource) : undefined,
    name ? eq(audit.operation, name) : undefined,
    record ? eq(audit.recordId, record) : undefined,
    outcome === "unknown" ? inArray(audit.outcome, ["unknown", "intended"]) : undefined,
    outcome && outcome !== "unknown" ? eq(audit.outcome, outcome) : undefined,
    mode ? or(eq(audit.mode, mode), isNull(audit.mode)) : undefined,
    from ? gte(audit.at, new Date(from)) : undefined,
    to ? and(lt(audit.at, new Date(to)), isAtMost(storeId, new Date(to))) : undefined,
    filters.text ? sql`${auditWords()} @@ to_tsquery('simple', ${beginnings(filters.text)})` : undefined,
  ];
}

/** Rows of processes with different clocks may be out of order by this many rows. */
const clocksDiffer = 1_000;

/** Row numbers grow with time, so rows after a day are skipped in one step. */
function isAtMost(storeId: string, to: Date): SQL {
  const last = db()
    .select({ seq: audit.seq })
    .from(audit)
    .where(and(eq(audit.storeId, storeId), lt(audit.at, to)))
    .orderBy(desc(audit.at))
    .limit(1);
  return sql`${audit.seq} <= (${last}) + ${clocksDiffer}::bigint`;
}

function beginnings(text: string): string {
  const words = text.split(/\s+/).filter(Boolean);
  return words.map((word) => `'${word.replaceAll("\\", " ").replaceAll("'", "''")}':*`).join(" & ");
}

export async function readDeed(membership: Membership, id: string) {
  const announced = alias(audit, "announced");
  const [found] = await db()
    .select({ row: audit, announced })
    .from(audit)
    .leftJoin(announced, and(eq(announced.storeId, audit.storeId), eq(announced.seq, audit.intent)))
    .where(and(seenBy(membership), eq(audit.seq, /^\d{1,15}$/.test(id) ? Number(id) : 0)));
  if (!found) throw new ApiError(404, "not_found", sentence("doesNotExist", { kind: "Entry", id }));
  const { row } = found;
  const { sent, before } = found.announced ?? row;
  return { ...toEntry(row), sent, before, after: row.after, hash: row.hash.toString("hex") };
}

async function readImages(storeId: string, rows: readonly Facts[]): Promise<Map<number, Images>> {
  const numbers = rows.flatMap(({ seq, intent }) => (intent === null ? [seq] : [seq, intent]));
  const found = await db()
    .select({ seq: audit.seq, sent: audit.sent, before: audit.before, after: audit.after })
    .from(audit)
    .where(and(eq(audit.storeId, storeId), inArray(audit.seq, numbers)));
  return new Map(found.map((images) => [images.seq, images]));
}

export function toEntry(row: Facts): AuditEntry {
  return {
    id: String(row.seq),
    at: row.at.toISOString(),
    mode: row.mode,
    actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
    role: row.role,
    api: row.api,
    operation: `${row.resource}.${row.operation}`,
    method: row.method,
    path: row.path,
    record: row.recordId,
    outcome: row.outcome === "intended" ? "unknown" : row.outcome,
    status: row.status,
    code: row.code,
    note: row.note,
    note_key: row.noteKey,
    request_id: row.requestId,
  };
}

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
