import "server-only";
import { affiliate } from "../../contract/affiliate/index.ts";
import { checkout } from "../../contract/checkout/index.ts";
import type { NamedOperation, ResourceHandlers } from "../../contract/define.ts";
import type { connections as contract } from "../../contract/desk/connections.ts";
import { ApiError } from "../../contract/errors.ts";
import { type Api, apis, readConnection, saveConnection, saveMoneyUnit, summarize } from "../connections.ts";
import { governorOf } from "../governor/of.ts";
import { perform } from "../operations.ts";
import type { DeskContext } from "./context.ts";

const probes: Record<Api, NamedOperation> = {
  checkout: { resource: "upsells", name: "list", operation: checkout.upsells.list },
  affiliate: { resource: "affiliates", name: "list", operation: affiliate.affiliates.list },
};

export const connections: ResourceHandlers<(typeof contract)["connections"], DeskContext> = {
  async list(_input, { membership, mode }) {
    const places = apis.map((api) => ({ storeId: membership.store.id, mode, api }));
    return { data: await Promise.all(places.map(summarize)) };
  },

  async replace({ params, body }, { membership, mode }) {
    const place = { storeId: membership.store.id, mode, api: requireApi(params.api) };
    await saveConnection(place, body.key);
    return summarize(place);
  },

  async unit({ params, body }, { membership, mode }) {
    const place = { storeId: membership.store.id, mode, api: requireApi(params.api) };
    await saveMoneyUnit(place, body.money_unit);
    return summarize(place);
  },

  async check({ params }, { membership, mode }) {
    const api = requireApi(params.api);
    try {
      // The probe is the connection's, not the person's: an owner's role reads everything.
      const asOwner = { ...membership, role: "owner" as const };
      await perform({
        membership: asOwner,
        mode,
        api,
        found: probes[api],
        params: {},
        query: { per_page: 1 },
        lane: "click",
      });
      return { ok: true, code: null, message: null };
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      const reachable = cause.code === "not_implemented" || cause.code === "scope_missing";
      return { ok: reachable, code: cause.code, message: cause.message };
    }
  },

  async budget(_input, { membership, mode }) {
    const read = async (api: Api) => {
      const place = { storeId: membership.store.id, mode, api };
      const { key } = await summarize(place);
      return key ? governorOf(await readConnection(place)).budget() : null;
    };
    const [ofCheckout, ofAffiliate] = await Promise.all([read("checkout"), read("affiliate")]);
    return { checkout: ofCheckout, affiliate: ofAffiliate };
  },
};

function requireApi(api: string): Api {
  if (apis.includes(api as Api)) return api as Api;
  throw new ApiError(404, "not_found", "There is no such API.");
}
