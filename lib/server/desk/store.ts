import "server-only";
import { eq } from "drizzle-orm";
import { ApiError, invalid } from "../../contract/errors.ts";
import { store as table } from "../../database/schema/desk.ts";
import { sentence } from "../../sentences.ts";
import { db } from "../db.ts";
import { forgetSandbox } from "../memory/retention.ts";
import type { DeskHandlers, Store } from "../wire/call.ts";
import { servedHere } from "../wire/connections.ts";
import { changeTenants, emptyProgram, emptySandbox, holdsMoney } from "../wire/upstream.ts";

export const store: DeskHandlers<"store"> = {
  get: (_input, { membership }) => read(membership.store),

  async update({ body }, { membership }) {
    const { id } = membership.store;
    const {
      name,
      currency,
      time_zone: timeZone,
    } = { time_zone: membership.store.timeZone, ...membership.store, ...body };
    const changed = { id, name, currency, timeZone };
    await db().transaction(async (tx) => {
      const isChanged = await changeTenants(tx, { storeId: id, currency, timeZone });
      if (!isChanged) throw invalid({ field: "currency", ...sentence("currencyUsed") });
      await tx.update(table).set(changed).where(eq(table.id, id));
    });
    return read(changed);
  },
};

export const sandbox: DeskHandlers<"sandbox"> = {
  async reset(_input, { membership, mode }) {
    if (mode !== "sandbox") throw new ApiError(409, "conflict", sentence("onlySandbox"));
    const { id } = membership.store;
    const here = servedHere(mode);
    if (here.includes("checkout")) await emptySandbox(db(), id);
    if (here.includes("affiliate")) await emptyProgram(db(), id);
    await forgetSandbox(id);
    return { emptied: true };
  },
};

async function read({ id, name, currency, timeZone }: Store) {
  return { id, name, currency, time_zone: timeZone, currency_fixed: await holdsMoney(db(), id) };
}
