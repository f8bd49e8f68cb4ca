import { and, eq, isNull, sql } from "drizzle-orm";
import { withCampaign } from "../../contract/affiliate/campaign-parameters.ts";
import { type Database, prepared } from "../../database/client.ts";
import { link, programVersion, tenant } from "../../database/schema/affiliate.ts";
import { log } from "../../log.ts";
import { latest, readRules } from "./rules/versions.ts";
import type { LinkRow } from "./sums-of-records.ts";

export type Target = Landing & {
  linkId: string;
  affiliateId: string;
  tenantId: number;
  timeZone: string;
  windowSeconds: number;
  /** Whether the visitor's first click counts, so that it must not be forgotten. */
  firstCounts: boolean;
};

type Entry = { target: Target | null; until: number; reading?: Promise<Target | null> | undefined };

const freshMs = 1_000;
/** A busy link is served for this much longer while it is looked up, and so is a link that was just disabled. */
const graceMs = 2_000;
const most = 10_000;
const shape = /^[A-Za-z0-9_-]{1,64}$/;

/** Keeps the destinations of codes for at most three seconds, or longer while the database does not answer. */
export class LinkCache {
  readonly #db: Database;
  readonly #entries = new Map<string, Entry>();

  constructor(db: Database) {
    this.#db = db;
  }

  find(code: string): Target | null | Promise<Target | null> {
    if (!shape.test(code)) return null;
    const key = code.toLowerCase();
    const entry = this.#entries.get(key);
    const now = Date.now();
    if (entry && entry.until > now) return entry.target;
    const reading = entry?.reading ?? this.#read(key, entry);
    if (entry) entry.reading = reading;
    else this.#keep(key, { target: null, until: 0, reading });
    // Visitors of a busy link do not wait for the look-up.
    return entry?.target && entry.until + graceMs > now ? entry.target : reading;
  }

  async #read(key: string, before: Entry | undefined): Promise<Target | null> {
    try {
      const target = await readTarget(this.#db, key);
      this.#keep(key, { target, until: Date.now() + freshMs });
      return target;
    } catch (err) {
      if (!before?.target) {
        this.#entries.delete(key);
        throw err;
      }
      log.warn({ err }, "could not look a link up; it leads where it led before");
      this.#keep(key, { target: before.target, until: Date.now() + freshMs });
      return before.target;
    }
  }

  #keep(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    if (this.#entries.size <= most) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }
}

async function readTarget(db: Database, key: string): Promise<Target | null> {
  const statement = prepared(db, "link by code", (name) =>
    db
      .select({ row: link, timeZone: tenant.timeZone, values: programVersion.values })
      .from(link)
      .innerJoin(tenant, eq(tenant.id, link.tenantId))
      .leftJoin(
        programVersion,
        and(
          eq(programVersion.tenantId, link.tenantId),
          eq(programVersion.version, latest(sql`each.version`, sql`each.tenant_id = ${link.tenantId}`, sql`now()`)),
        ),
      )
      .where(
        and(eq(sql`lower(${link.code})`, sql.placeholder("key")), eq(link.status, "active"), isNull(link.deletedAt)),
      )
      .prepare(name),
  );
  const [found] = await statement.execute({ key });
  if (!found) return null;
  const { row, timeZone } = found;
  const { attribution_window_days: days, attributing_click: click } = readRules(found.values);
  return {
    ...landingOf(row),
    linkId: row.id,
    affiliateId: row.affiliateId,
    tenantId: row.tenantId,
    timeZone,
    windowSeconds: days * 86_400,
    firstCounts: click === "first",
  };
}

/** The name of the URL parameter that carries a click id to the shop, and of the cookie that keeps it. */
export const clickName = "cw_click";

export type Landing = { page: string; before: string; after: string };

/** The text before and after the click id in the destination's address. It contains nothing from the request. */
export function landingOf(link: Pick<LinkRow, "destinationUrl" | "utmSource" | "utmMedium" | "utmCampaign">): Landing {
  const url = new URL(link.destinationUrl);
  if (url.searchParams.has(clickName)) url.searchParams.delete(clickName);
  const page = withCampaign(url, {
    utm_source: link.utmSource,
    utm_medium: link.utmMedium,
    utm_campaign: link.utmCampaign,
  });
  const after = page.hash;
  page.hash = "";
  return { page: page.href, before: `${page.href}${page.search ? "&" : "?"}${clickName}=`, after };
}
