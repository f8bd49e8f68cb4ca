import { SecondUpstream } from "../../e2e/second-upstream/server.ts";
import { store as storeTable } from "../database/schema/desk.ts";
import { openTestDesk } from "./desk.ts";

type Api = "checkout" | "affiliate";
export type Sent = {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  screen?: boolean;
};

/** The dashboard's server side on the second upstream, without a browser. */
export async function openSecondDesk(settings: Record<string, string> = {}) {
  const upstream = await SecondUpstream.start();
  const desk = await openTestDesk({ ...upstream.settings, LOG_LEVEL: "silent", ...settings });
  const operations = await import("../server/wire/perform-call.ts");
  const { saveConnection } = await import("../server/wire/connections.ts");
  let stores = 0;
  return {
    upstream,
    control: upstream.control,
    db: desk.db,
    async close() {
      await desk.close();
      await upstream.stop();
    },
    /** Each shop has a key of its own, so that no test waits for the rate limit of another. */
    async newShop(scopes: readonly string[] | "all" = "all") {
      const id = `shop-${++stores}`;
      const key = `live_key_of_${id}`;
      await desk.db.insert(storeTable).values({ id, name: id, currency: "EUR", timeZone: "UTC" });
      for (const api of ["checkout", "affiliate"] as const)
        await saveConnection({ storeId: id, mode: "live", api }, key);
      upstream.control.addKey(key, { store: id, scopes });
      const perform = (api: Api, operationName: string, sent: Sent = {}) => {
        const [resource = "", operation = ""] = operationName.split(".");
        return operations.perform({
          membership: {
            person: { id: "p", name: "P", email: "p@test" },
            store: { id, name: id, currency: "EUR", timeZone: "UTC" },
            role: "owner",
          },
          mode: "live",
          api,
          resource,
          operation,
          ...sent,
        });
      };
      return { id, key, perform, store: () => upstream.control.storeOf(id) };
    },
  };
}

export const failure = (work: Promise<unknown>) =>
  work.then(
    () => {
      throw new Error("It did not fail.");
    },
    (error) => error,
  );

export type SecondShop = Awaited<ReturnType<Awaited<ReturnType<typeof openSecondDesk>>["newShop"]>>;
