import "server-only";
import type { Findings, KeyForm } from "../../contract/desk/connections.ts";
import { ApiError, keyOf } from "../../contract/errors.ts";
import { sentence } from "../../sentences.ts";
import { db, storeModeOf } from "../db.ts";
import { deedOf, noteDeed } from "../memory/audit/record.ts";
import { countAttempt } from "../people/guess-limits.ts";
import type { DeskContext, DeskHandlers } from "../wire/call.ts";
import {
  type Api,
  apis,
  type ConnectionId,
  candidateConnection,
  readConnection,
  saveConnection,
  saveKeyForm,
  saveMoneyUnit,
  summarize,
} from "../wire/connections.ts";
import { governorOf } from "../wire/governor/governors.ts";
import { forgetAccess, readAccess } from "../wire/learned-key-rights.ts";
import { perform } from "../wire/perform-call.ts";
import { probe, probeOnce } from "../wire/probe.ts";
import { makeDashboardKey, revokeApiKey } from "../wire/upstream.ts";
import { keyOfDashboard } from "./keys.ts";

export const connections: DeskHandlers<"connections"> = {
  async list(_input, context) {
    return { data: await Promise.all(apis.map((api) => summarize({ ...storeModeOf(context), api }))) };
  },

  async replace({ params, body }, context) {
    const id = connectionId(context, params.api);
    const candidate = candidateConnection(id, body.key);
    const form = body.unproven ? null : requireProven(await probeOnce(candidate));
    await store(id, body.key, form);
    return summarize(id);
  },

  async probe({ params, body }, context) {
    const id = connectionId(context, params.api);
    if (body.key === undefined) return probeStored(context, id, probe);
    await countAttempt("probe", [`${id.storeId} ${context.membership.person.id}`]);
    return (await probe(candidateConnection(id, body.key))).findings;
  },

  async renew({ params }, context) {
    const id = connectionId(context, params.api);
    if (!(await summarize(id)).embedded) {
      throw new ApiError(409, "conflict", sentence("keysElsewhere"));
    }
    const before = await readConnection(id).catch(() => null);
    const old = await keyOfDashboard(id);
    const made = await makeDashboardKey(id);
    if (before) await forgetAccess(before);
    const others = await Promise.all(apis.map((api) => keyOfDashboard({ ...id, api })));
    // A key that still serves the other API is revoked once that API has a key of its own.
    const revoked = old !== null && !others.includes(old) && (await revokeApiKey(db(), old)) ? old : null;
    return { ...(await summarize(id)), made, revoked };
  },

  async access(_input, context) {
    const lists = await Promise.all(
      apis.map(async (api) => {
        const id = { ...storeModeOf(context), api };
        if (!(await summarize(id)).key) return [];
        const learned = await readAccess(await readConnection(id));
        return learned.map(({ holder: _, at, ...each }) => ({ ...each, api, at: at.toISOString() }));
      }),
    );
    return { data: lists.flat() };
  },

  async unit({ params, body }, context) {
    const id = connectionId(context, params.api);
    await saveMoneyUnit(id, body.money_unit);
    return summarize(id);
  },

  async check({ params }, context) {
    const { membership, mode } = context;
    const id = connectionId(context, params.api);
    try {
      // The connection is tested, not the person's rights, so the call is made with the role of an owner.
      const asOwner = { ...membership, role: "owner" as const };
      const list = { api: id.api, resource: id.api === "checkout" ? "upsells" : "affiliates", operation: "list" };
      await perform({ ...list, membership: asOwner, mode, query: { per_page: 1 }, lane: "click" });
      return { ok: true, code: null, message: null };
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      if (cause.code === "connection_rejected") {
        const { verdict } = await probeStored(context, id, probeOnce);
        if (verdict === "accepted") return { ok: true, code: null, message: null };
      }
      const reachable = cause.code === "not_implemented" || cause.code === "scope_missing";
      return { ok: reachable, code: cause.code, message: cause.message, message_key: keyOf(cause.sentence) };
    }
  },

  async budget(_input, context) {
    const read = async (api: Api) => {
      const id = { ...storeModeOf(context), api };
      const { key } = await summarize(id);
      return key ? ((await governorOf(await readConnection(id))?.budget()) ?? null) : null;
    };
    const [ofCheckout, ofAffiliate] = await Promise.all([read("checkout"), read("affiliate")]);
    return { checkout: ofCheckout, affiliate: ofAffiliate };
  },
};

async function probeStored(context: DeskContext, id: ConnectionId, by: typeof probe): Promise<Findings> {
  const stored = await readConnection(id);
  const { findings, form } = await by(stored);
  if (form === null || form === stored.form) return findings;
  await saveKeyForm({ ...stored, form });
  await noteDeed({
    ...deedOf(context),
    api: "desk",
    resource: "connections",
    operation: "form",
    method: "PUT",
    path: `/connections/${id.api}`,
    recordId: id.api,
    sent: { sent_as: form },
  });
  return findings;
}

async function store(id: ConnectionId, key: string, form: KeyForm | null): Promise<void> {
  const before = await readConnection(id).catch(() => null);
  await saveConnection(id, key, form);
  if (before && before.key !== key) await forgetAccess(before);
}

function requireProven({
  findings: { verdict, message, message_key },
  form,
}: Awaited<ReturnType<typeof probeOnce>>): KeyForm | null {
  if (verdict === "rejected") {
    const reason = sentence("keyRefused");
    throw new ApiError(400, "key_rejected", reason, [{ field: "key", ...reason }]);
  }
  if (verdict === "unreachable") {
    throw new ApiError(
      409,
      "key_unproven",
      sentence("keyUnproven", { reason: { message: message ?? "", ...message_key } }),
    );
  }
  return form;
}

function connectionId(context: DeskContext, api: string): ConnectionId {
  if (apis.includes(api as Api)) return { ...storeModeOf(context), api: api as Api };
  throw new ApiError(404, "not_found", "There is no such API.");
}
