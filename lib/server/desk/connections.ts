import "server-only";
import { affiliate } from "../../contract/affiliate/index.ts";
import { checkout } from "../../contract/checkout/index.ts";
import type { NamedOperation, ResourceHandlers } from "../../contract/define.ts";
import type { connections as contract, Findings, KeyForm } from "../../contract/desk/connections.ts";
import { ApiError } from "../../contract/errors.ts";
import { forgetAccess, readAccess } from "../access.ts";
import { countAttempt } from "../attempts.ts";
import { noteDeed } from "../audit/record.ts";
import {
  type Api,
  apis,
  candidateConnection,
  isEmbedded,
  type Place,
  readConnection,
  saveConnection,
  saveKeyForm,
  saveMoneyUnit,
  summarize,
} from "../connections.ts";
import { db } from "../db.ts";
import { makeDashboardKey, revokeApiKey } from "../embedded.ts";
import { governorOf } from "../governor/of.ts";
import { keyOfDashboard } from "../keys.ts";
import { perform } from "../operations.ts";
import { probe, probeOnce } from "../probe.ts";
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
    const candidate = candidateConnection(place, body.key);
    const form = body.unproven ? null : requireProven(await probeOnce(candidate));
    await store(place, body.key, form);
    return summarize(place);
  },

  async probe({ params, body }, context) {
    const { membership, mode } = context;
    const place = { storeId: membership.store.id, mode, api: requireApi(params.api) };
    if (body.key === undefined) return probeStored(context, place, probe);
    await countAttempt("probe", [`${place.storeId} ${membership.person.id}`]);
    return (await probe(candidateConnection(place, body.key))).findings;
  },

  async renew({ params }, { membership, mode }) {
    const where = { storeId: membership.store.id, mode };
    const place = { ...where, api: requireApi(params.api) };
    if (!isEmbedded(place)) {
      throw new ApiError(409, "conflict", "Keys of this API are created by its operator.");
    }
    const before = await readConnection(place).catch(() => null);
    const old = await keyOfDashboard(place);
    const made = await makeDashboardKey(place);
    if (before) await forgetAccess(before);
    const others = await Promise.all(apis.map((api) => keyOfDashboard({ ...where, api })));
    // A key that still serves the other API is revoked once that API has a key of its own.
    const revoked = old !== null && !others.includes(old) && (await revokeApiKey(db(), old)) ? old : null;
    return { ...(await summarize(place)), made, revoked };
  },

  async access(_input, { membership, mode }) {
    const lists = await Promise.all(
      apis.map(async (api) => {
        const place = { storeId: membership.store.id, mode, api };
        if (!(await summarize(place)).key) return [];
        const learned = await readAccess(await readConnection(place));
        return learned.map(({ holder: _, at, ...each }) => ({ ...each, api, at: at.toISOString() }));
      }),
    );
    return { data: lists.flat() };
  },

  async unit({ params, body }, { membership, mode }) {
    const place = { storeId: membership.store.id, mode, api: requireApi(params.api) };
    await saveMoneyUnit(place, body.money_unit);
    return summarize(place);
  },

  async check({ params }, context) {
    const { membership, mode } = context;
    const api = requireApi(params.api);
    try {
      // The connection is tested, not the person's rights, so the call is made with the role of an owner.
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
      if (cause.code === "connection_rejected") {
        const { verdict } = await probeStored(context, { storeId: membership.store.id, mode, api }, probeOnce);
        if (verdict === "accepted") return { ok: true, code: null, message: null };
      }
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

/** Probes the stored key. If the API accepts it in another form than before, that form is kept and noted in the audit. */
async function probeStored(context: DeskContext, place: Place, by: typeof probe): Promise<Findings> {
  const stored = await readConnection(place);
  const { findings, form } = await by(stored);
  if (form === null || form === stored.form) return findings;
  await saveKeyForm({ ...stored, form });
  const { membership, mode, requestId, tab } = context;
  const { person, role } = membership;
  await noteDeed({
    storeId: place.storeId,
    mode,
    actor: { kind: "person", id: person.id, name: person.name },
    role,
    api: "desk",
    resource: "connections",
    operation: "form",
    method: "PUT",
    path: `/connections/${place.api}`,
    recordId: place.api,
    sent: { sent_as: form },
    requestId,
    tab,
  });
  return findings;
}

async function store(place: Place, key: string, form: KeyForm | null): Promise<void> {
  const before = await readConnection(place).catch(() => null);
  await saveConnection(place, key, form);
  if (before && before.key !== key) await forgetAccess(before);
}

function requireProven({
  findings: { verdict, message },
  form,
}: Awaited<ReturnType<typeof probeOnce>>): KeyForm | null {
  if (verdict === "rejected") {
    const reason = "The API rejected this key.";
    throw new ApiError(400, "key_rejected", reason, [{ field: "key", message: reason }]);
  }
  if (verdict === "unreachable") {
    throw new ApiError(409, "key_unproven", `The key could not be checked: ${message}`);
  }
  return form;
}

function requireApi(api: string): Api {
  if (apis.includes(api as Api)) return api as Api;
  throw new ApiError(404, "not_found", "There is no such API.");
}
