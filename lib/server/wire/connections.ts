import "server-only";
import { createHash } from "node:crypto";
import { and, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import { keyTooShort, notAKey, shortestKey } from "../../contract/desk/connection-key.ts";
import type { ConnectionSummary, KeyForm } from "../../contract/desk/connections.ts";
import { ApiError } from "../../contract/errors.ts";
import { sentenceInSchema } from "../../contract/sentences.ts";
import { prepared } from "../../database/client.ts";
import { connection } from "../../database/schema/desk.ts";
import { hook } from "../../database/schema/desk-live.ts";
import { personal, remembered } from "../../database/schema/desk-work.ts";
import { log } from "../../log.ts";
import type { MoneyUnit } from "../../money.ts";
import { sentence } from "../../sentences.ts";
import { db } from "../db.ts";
import { env } from "../env.ts";
import { formsOf, headerOf } from "./key-forms.ts";
import { open, seal } from "./vault.ts";

export type Api = "checkout" | "affiliate";
export type Mode = "live" | "sandbox";
export type ConnectionId<M extends string = Mode> = { storeId: string; mode: M; api: Api };

export const apis: readonly Api[] = ["checkout", "affiliate"];
export const modes: readonly Mode[] = ["live", "sandbox"];

export const embeddedBase = (api: Api) => `http://embedded/services/${api}/v1`;

export type Connection = ConnectionId & {
  baseUrl: string;
  embedded: boolean;
  key: string;
  form: KeyForm;
  /** Names the rate budget: a hash of the address and the key, the same in every store. */
  holder: string;
};

export function baseUrlOf({ api, mode }: { api: Api; mode: Mode }): string {
  const configured = {
    checkout: { live: env().CHECKOUT_API_URL, sandbox: env().CHECKOUT_SANDBOX_API_URL },
    affiliate: { live: env().AFFILIATE_API_URL, sandbox: env().AFFILIATE_SANDBOX_API_URL },
  }[api][mode];
  return configured ?? embeddedBase(api);
}

/** A hash, because no name of a key in the database or in memory may reveal the key. */
function holderOf(baseUrl: string, key: string): string {
  return createHash("sha256").update(`${baseUrl} ${key}`).digest("base64url");
}

export const addressSetting = ({ api, mode }: { api: Api; mode: Mode }) =>
  `${api}${mode === "sandbox" ? "_sandbox" : ""}_api_url`.toUpperCase();

/** The APIs that our own services answer. */
export const servedHere = (mode: Mode): readonly Api[] => apis.filter((api) => isEmbedded({ api, mode }));

export const isEmbedded = (id: { api: Api; mode: Mode }) => baseUrlOf(id) === embeddedBase(id.api);

export type StoredKey = {
  baseUrl: string;
  keyCiphertext: Buffer;
  keyForm: KeyForm | null;
  writes: number | null;
};

export async function readConnection(id: ConnectionId, known?: StoredKey | null): Promise<Connection> {
  const row = known?.baseUrl === baseUrlOf(id) ? known : await storedRow(id);
  const key = row && open(row.keyCiphertext, bindingOf(id, row.baseUrl));
  if (!key) throw connectionMissing(id);
  return connectionWith(id, key, row.keyForm);
}

export function candidateConnection(id: ConnectionId, key: string): Connection {
  refuseWrongMode(id, key);
  return connectionWith(id, key);
}

function connectionWith(id: ConnectionId, key: string, form: KeyForm | null = null): Connection {
  const baseUrl = baseUrlOf(id);
  const rest = { baseUrl, embedded: isEmbedded(id), key, form: formNow(id, form) };
  return { ...id, ...rest, holder: holderOf(baseUrl, key) };
}

/** The form that the API accepted before, unless the operator no longer sets its header; otherwise the first form. */
function formNow(id: ConnectionId, kept: KeyForm | null): KeyForm {
  const forms = formsOf({ api: id.api, embedded: isEmbedded(id) });
  return kept && forms.includes(kept) ? kept : forms[0];
}

const connectionMissing = ({ mode, api }: ConnectionId) =>
  new ApiError(409, "connection_missing", sentence("keyMissing", { mode: sentence(mode), api: sentence(api) }));

/** A key that was stored for another address is treated as missing, because it must not be sent to the present one. */
async function storedRow(id: ConnectionId) {
  const statement = prepared(db(), "connection", (name) =>
    db()
      .select()
      .from(connection)
      .where(
        and(
          eq(connection.storeId, sql.placeholder("storeId")),
          eq(connection.mode, sql.placeholder("mode")),
          eq(connection.api, sql.placeholder("api")),
        ),
      )
      .prepare(name),
  );
  const [row] = await statement.execute({ storeId: id.storeId, mode: id.mode, api: id.api });
  return row?.baseUrl === baseUrlOf(id) ? row : undefined;
}

export async function isStoredForElsewhere(id: ConnectionId): Promise<boolean> {
  const [row] = await db().select({ baseUrl: connection.baseUrl }).from(connection).where(at(id));
  return row !== undefined && row.baseUrl !== baseUrlOf(id);
}

const everywhere = apis.flatMap((api) => modes.map((mode) => ({ api, mode })));

const forElsewhere = (id: { api: Api; mode: Mode }) =>
  and(eq(connection.mode, id.mode), eq(connection.api, id.api), ne(connection.baseUrl, baseUrlOf(id)));

/** Names the settings whose address differs from the one that keys are stored for. */
export async function untoldAddresses(): Promise<string[]> {
  const counts = await Promise.all(everywhere.map((id) => db().$count(connection, forElsewhere(id))));
  return everywhere.filter((_, index) => counts[index]).map(addressSetting);
}

/** Deletes keys for other addresses. Only the main process may call this: a worker may know fewer addresses. */
export async function eraseForElsewhere(): Promise<void> {
  for (const id of everywhere) {
    const stores = await db().transaction(async (tx) => {
      const erased = await tx.delete(connection).where(forElsewhere(id)).returning({ storeId: connection.storeId });
      const ids = erased.map(({ storeId }) => storeId);
      if (ids.length > 0 && id.api === "checkout") await forgetElsewhere(tx, id.mode, ids);
      return ids;
    });
    if (stores.length > 0)
      log.warn({ setting: addressSetting(id), keys: stores.length }, "the address changed: its keys are erased");
  }
}

type Transaction = Parameters<Parameters<ReturnType<typeof db>["transaction"]>[0]>[0];

/** Remembered ids belong to the API at the old address. Names and prices of products are the shop's and stay. */
async function forgetElsewhere(tx: Transaction, mode: Mode, stores: string[]): Promise<void> {
  const here = (table: typeof remembered | typeof personal | typeof hook) =>
    and(inArray(table.storeId, stores), eq(table.mode, mode));
  const kinds = ["order", "customer", "webhook_endpoint"] as const;
  await tx.delete(remembered).where(and(here(remembered), inArray(remembered.kind, kinds)));
  await tx.delete(personal).where(and(here(personal), eq(personal.kind, "recent_order")));
  // The signing secrets are deleted with the endpoints, so these addresses can accept no events any more.
  await tx
    .update(hook)
    .set({ endedAt: new Date() })
    .where(and(here(hook), isNull(hook.endedAt)));
}

export async function summarize(id: ConnectionId): Promise<ConnectionSummary> {
  const row = await storedRow(id);
  const embedded = isEmbedded(id);
  return {
    api: id.api,
    mode: id.mode,
    base_url: embedded ? null : baseUrlOf(id),
    embedded,
    key: row ? { prefix: row.keyPrefix, last_four: row.keyLastFour } : null,
    sent_as: row ? sentAs(formNow(id, row.keyForm)) : null,
    money_unit: unitOf(id, row),
  };
}

const sentAs = (form: KeyForm) => ({ form, header: headerOf(form) });

/** The operator sets the unit of another API's amounts. Our own service counts minor units. */
const unitOf = (id: ConnectionId, row: { moneyUnit: MoneyUnit } | undefined): MoneyUnit =>
  isEmbedded(id) ? "minor" : (row?.moneyUnit ?? "minor");

export async function readMoneyUnit(id: ConnectionId): Promise<MoneyUnit> {
  return isEmbedded(id) ? "minor" : unitOf(id, await storedRow(id));
}

export async function saveMoneyUnit(id: ConnectionId, moneyUnit: MoneyUnit): Promise<void> {
  if (id.api !== "affiliate" || isEmbedded(id)) {
    throw new ApiError(409, "conflict", "Only an external affiliate API has a unit of amounts to set.");
  }
  const row = await storedRow(id);
  if (!row) throw connectionMissing(id);
  await db().update(connection).set({ moneyUnit, updatedAt: new Date() }).where(at(id));
}

/** `form` is the one in which the API accepted the key; null if the key has not been tried. */
export async function saveConnection(id: ConnectionId, key: string, form: KeyForm | null = null): Promise<void> {
  refuseWrongMode(id, key);
  const baseUrl = baseUrlOf(id);
  const values = {
    baseUrl,
    keyPrefix: /^(live_|test_)/.exec(key)?.[0] ?? "",
    keyLastFour: key.slice(-4),
    keyCiphertext: seal(key, bindingOf(id, baseUrl)),
    keyForm: form,
    holder: holderOf(baseUrl, key),
    updatedAt: new Date(),
  };
  await db()
    .insert(connection)
    .values({ storeId: id.storeId, mode: id.mode, api: id.api, ...values })
    .onConflictDoUpdate({
      target: [connection.storeId, connection.mode, connection.api],
      // A unit that was set for another address no longer applies.
      set: {
        ...values,
        moneyUnit: sql`case when ${connection.baseUrl} = ${baseUrl} then ${connection.moneyUnit} else 'minor' end`,
      },
    });
}

/** Changes nothing if another key has been stored in the meantime. */
export async function saveKeyForm({ form, holder, ...id }: Connection): Promise<void> {
  await db()
    .update(connection)
    .set({ keyForm: form, holder })
    .where(and(at(id), or(eq(connection.holder, holder), isNull(connection.holder))));
}

/** Checked before anything is sent, because a key for one mode must never reach the other. */
function refuseWrongMode({ mode, api }: ConnectionId, key: string): void {
  const wrong = { live: "test_", sandbox: "live_" }[mode];
  const right = { live: "live_", sandbox: "test_" }[mode];
  const said = key.startsWith(wrong)
    ? sentence("keyOfOtherMode", {
        other: sentence(mode === "live" ? "sandbox" : "live"),
        mode: sentence(mode),
        wrong,
        right,
      })
    : api === "checkout" && !key.startsWith(right)
      ? sentence("keyBegins", { mode: sentence(mode), prefix: right })
      : key.length < shortestKey
        ? sentenceInSchema(keyTooShort)
        : /\s/.test(key)
          ? sentenceInSchema(notAKey)
          : null;
  if (said) throw new ApiError(400, "invalid_request", said, [{ field: "key", ...said }]);
}

function at({ storeId, mode, api }: ConnectionId) {
  return and(eq(connection.storeId, storeId), eq(connection.mode, mode), eq(connection.api, api));
}

export function bindingOf({ storeId, mode, api }: ConnectionId, baseUrl: string) {
  return { storeId, mode, api, origin: baseUrl };
}
