import { and, asc, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { program as contract, Program, ProgramVersion } from "../../contract/affiliate/program.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import { ApiError } from "../../contract/errors.ts";
import type { Transaction } from "../../database/client.ts";
import { programVersion as table, tenant } from "../../database/schema/affiliate.ts";
import { sentence } from "../../sentences.ts";
import type { Context } from "../kernel/context.ts";
import { missing, refuse } from "../kernel/refuse.ts";
import { unfitMinimums, unfitRates } from "./refusals.ts";
import { dryRun } from "./rules/dry-run.ts";
import { fromTheBeginning, type Rules, readProgram, readRules } from "./rules/versions.ts";

/** More versions than a program needs, few enough to be read at once. */
const mostVersions = 500;

export const program: ResourceHandlers<(typeof contract)["program"], Context> = {
  async get(_input, { db, tenantId }) {
    return toRecord(await readProgram(db, tenantId));
  },

  async update({ body: { effective_at, ...changes } }, { db, tenantId, keyId }) {
    return db.transaction(async (tx) => {
      await lockVersions(tx, tenantId);
      const now = new Date();
      const effectiveAt = effective_at === undefined ? now : new Date(effective_at);
      refuse(effectiveAt < now ? [{ field: "effective_at", ...sentence("notInThePast") }] : []);
      const [last] = await tx
        .select()
        .from(table)
        .where(eq(table.tenantId, tenantId))
        .orderBy(desc(table.version))
        .limit(1);
      if (!last) await tx.insert(table).values({ tenantId, ...fromTheBeginning, changes: {}, values: {} });
      const version = (last ?? fromTheBeginning).version + 1;
      if (version > mostVersions)
        throw new ApiError(409, "too_many_versions", sentence("tooManyVersions", { count: mostVersions }));
      const before = await readProgram(tx, tenantId, effectiveAt);
      const next = { ...before, ...changes };
      refuse([...unfitRates(next), ...unfitMinimums(next)]);
      const values = valuesOf(next);
      await tx.insert(table).values({ tenantId, version, effectiveAt, changes, values, createdBy: keyId });
      await rewriteLater(tx, tenantId, effectiveAt, values);
      return toRecord({ ...next, version, effectiveAt });
    });
  },

  async versions({ query: { page, per_page } }, { db, tenantId }) {
    const all = await readVersions(db, tenantId);
    const data = all.slice((page - 1) * per_page, page * per_page);
    return { data, pagination: { page, per_page, total: all.length } };
  },

  async withdraw({ params }, { db, tenantId }) {
    return db.transaction(async (tx) => {
      await lockVersions(tx, tenantId);
      const version = (await readVersions(tx, tenantId)).find((one) => String(one.version) === params.id);
      if (!version) return missing("Version", params.id);
      if (version.state !== "planned") {
        const why = version.state === "withdrawn" ? "versionWithdrawn" : "versionInForce";
        throw new ApiError(409, "not_planned", sentence(why, { count: version.version }));
      }
      const own = and(eq(table.tenantId, tenantId), eq(table.version, version.version));
      await tx.update(table).set({ withdrawnAt: sql`now()` }).where(own);
      const at = new Date(version.effective_at);
      await rewriteLater(tx, tenantId, at, valuesOf(await readProgram(tx, tenantId, at)));
      return { ...version, state: "withdrawn" };
    });
  },

  async preview({ body }, context) {
    return dryRun(context, body);
  },
};

/** Inserts of records lock the tenant's row less strongly, so they do not wait. */
async function lockVersions(tx: Transaction, tenantId: number): Promise<void> {
  await tx.select({ id: tenant.id }).from(tenant).where(eq(tenant.id, tenantId)).for("no key update");
}

const valuesOf = ({ version: _v, effectiveAt: _e, currency: _c, ...values }: Rules): Program => values;

function toRecord({ effectiveAt, ...rules }: Rules) {
  return { ...rules, effective_at: effectiveAt.toISOString() };
}

/** A planned version changes only its own rules, so it keeps what an earlier version sets in the meantime. */
async function rewriteLater(tx: Transaction, tenantId: number, after: Date, values: Program): Promise<void> {
  const later = await tx
    .select()
    .from(table)
    .where(and(eq(table.tenantId, tenantId), isNull(table.withdrawnAt), gt(table.effectiveAt, after)))
    .orderBy(asc(table.effectiveAt), asc(table.version));
  let rules = values;
  for (const { version, changes } of later) {
    rules = { ...rules, ...changes };
    const [unfit] = unfitRates(rules);
    if (unfit) refuse([{ field: unfit.field, ...sentence("unfitLater", { count: version, reason: unfit }) }]);
    await tx
      .update(table)
      .set({ values: rules })
      .where(and(eq(table.tenantId, tenantId), eq(table.version, version)));
  }
}

const pairs = [
  ["default_commission_type", "default_commission_rate"],
  ["customers_attribute", "recurring_months"],
];

/** Some rules can be read only together with another one. */
const readWith = (names: string[]) => [
  ...new Set([...names, ...pairs.filter((pair) => pair.some((name) => names.includes(name))).flat()]),
];

type Reader = Pick<Transaction, "select">;

/** Newest first. The first version is shown even if the rules were never changed. */
async function readVersions(db: Reader, tenantId: number): Promise<ProgramVersion[]> {
  const rows = await db
    .select({
      version: table.version,
      effectiveAt: table.effectiveAt,
      changes: table.changes,
      createdBy: table.createdBy,
      createdAt: table.createdAt,
      withdrawnAt: table.withdrawnAt,
    })
    .from(table)
    .where(eq(table.tenantId, tenantId))
    .orderBy(asc(table.effectiveAt), asc(table.version));
  const unchanged = { ...fromTheBeginning, changes: {}, createdBy: null, createdAt: new Date(0), withdrawnAt: null };
  const all = rows.length > 0 ? rows : [unchanged];
  const now = new Date();
  const current = all.findLast((row) => row.withdrawnAt === null && row.effectiveAt <= now);
  let rules: Record<string, unknown> = readRules(null);
  return all
    .map(({ changes, ...row }): ProgramVersion => {
      const [before, after] = [rules, { ...rules, ...changes }].map((each) =>
        Object.fromEntries(readWith(Object.keys(changes)).map((name) => [name, each[name]])),
      );
      if (row.withdrawnAt === null) rules = { ...rules, ...changes };
      const state = row.withdrawnAt
        ? "withdrawn"
        : row.version === current?.version
          ? "current"
          : row.effectiveAt > now
            ? "planned"
            : "past";
      return {
        version: row.version,
        state,
        effective_at: row.effectiveAt.toISOString(),
        created_at: row.createdAt.toISOString(),
        created_by: row.createdBy,
        before: before ?? {},
        after: after ?? {},
      };
    })
    .toSorted((a, b) => b.version - a.version);
}
