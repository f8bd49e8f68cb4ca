import "server-only";
import { atMost } from "../../at-most.ts";
import type { Operation } from "../../contract/define.ts";
import { db, storeModeOf } from "../db.ts";
import { env } from "../env.ts";
import type { DeskContext } from "../wire/call.ts";
import { once, tenantOf } from "../wire/upstream.ts";

type Request = { key: string; name: string; operation: Operation; input: { params: Record<string, string> } };

/** As the services do it. The work commits by itself, so a crash right before its response is kept lets a second call do it again. */
export async function onceInDesk(context: DeskContext, request: Request, work: () => Promise<unknown>) {
  const door = `desk ${context.membership.person.id} ` as const;
  return inTurn(async () => {
    const tenantId = await tenantOf(storeModeOf(context));
    // In an object, because a response may be null.
    const { result } = await once({ db: db(), tenantId }, { ...request, schema: "checkout", door }, async () => ({
      result: await work(),
    }));
    return result;
  });
}

/** A call holds one connection while its work uses another, so half of the connections are left for the work. */
const inTurn = atMost(() => Math.max(1, Math.floor(env().DATABASE_CONNECTIONS / 2)));
