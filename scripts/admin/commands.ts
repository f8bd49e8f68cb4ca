import { text as readAll } from "node:stream/consumers";
import { roles } from "../../lib/contract/define.ts";
import { ownerDraft, storeDraft, storeId } from "../../lib/contract/desk/set-up.ts";
import { knownMigrations } from "../../lib/database/migrate.ts";
import { store as storeTable } from "../../lib/database/schema/desk.ts";
import "../../lib/server/registrations.ts";
import { db } from "../../lib/server/db.ts";
import { fillDemo } from "../../lib/server/demo.ts";
import { type ChainVerdict, verifyAudit } from "../../lib/server/memory/audit/chain.ts";
import { forgetSandbox } from "../../lib/server/memory/retention.ts";
import { makeResetLink } from "../../lib/server/people/password-reset.ts";
import { storesOf } from "../../lib/server/people/sessions.ts";
import { addMember, setUpAgain } from "../../lib/server/people/set-up.ts";
import { turnOff } from "../../lib/server/people/two-factor.ts";
import {
  addressSetting,
  apis,
  isStoredForElsewhere,
  type Mode,
  modes,
  saveMoneyUnit,
  servedHere,
  summarize,
} from "../../lib/server/wire/connections.ts";
import {
  createApiKey,
  createStorefrontKey,
  type DemoCounts,
  emptyProgram,
  emptySandbox,
  listApiKeys,
  revokeApiKey,
  storefrontScopes,
} from "../../lib/server/wire/upstream.ts";
import type { Values } from "./arguments.ts";
import { Refusal } from "./arguments.ts";
import { backup, restore } from "./backup.ts";
import { connect } from "./connect.ts";
import { doctor } from "./doctor.ts";
import { exportEvents } from "./export-events.ts";
import { noteCommand, noteInStores } from "./note.ts";
import { rotate } from "./rotate-secret.ts";
import { eraseOne, exportOne } from "./shopper.ts";
import {
  check,
  demoOptions,
  readPassword,
  readScopes,
  required,
  requireOneOf,
  requirePerson,
  requireStore,
} from "./values.ts";

/** `code` is the exit code, 0 unless told. */
type Outcome = { result: unknown; text: string; code?: number };
type Command = {
  words: string[];
  /** Leaves the database without migrating it first. */
  asItIs?: boolean;
  run(values: Values, rest: string[]): Promise<Outcome>;
};

export const commands: Command[] = [
  {
    words: ["setup"],
    async run(values) {
      const owner = check(ownerDraft, { name: values.name, email: values.email, password: await readPassword(values) });
      const id = check(storeId, values.store, "store");
      const name = values["store-name"] ?? id;
      const draft = check(storeDraft, { name, currency: values.currency, time_zone: values.timezone });
      const { store, created, joined } = await setUpAgain(owner, { ...draft, id });
      const already = `Store ${store.id} was already set up. ${joined ? `${owner.email} is now an owner of it` : "Nothing was changed"}.`;
      return {
        result: { store: store.id, created, joined },
        text: created ? `Store ${store.id} is set up.` : already,
      };
    },
  },
  {
    words: ["people", "add"],
    async run(values) {
      const store = await requireStore(values);
      const role = requireOneOf(roles, values.role, "role");
      const person = check(ownerDraft, {
        name: values.name,
        email: values.email,
        password: await readPassword(values),
      });
      const { created } = await addMember(person, store.id, role);
      return {
        result: { store: store.id, email: person.email, role, created },
        text: `${person.email} is now ${role} of ${store.id}${created ? "" : " and keeps the existing password"}.`,
      };
    },
  },
  {
    words: ["people", "reset-link"],
    async run(values) {
      const person = await requirePerson(values);
      const { link, expiresAt } = await makeResetLink(person.id);
      await noteForPerson(person.id, "reset_link");
      return {
        result: { email: person.email, link, expires_at: expiresAt.toISOString() },
        text: `${person.email} can set a new password with this link, once, until ${expiresAt.toISOString()}:\n${link}`,
      };
    },
  },
  {
    words: ["people", "two-factor-off"],
    async run(values) {
      const person = await requirePerson(values);
      await turnOff(person);
      await noteForPerson(person.id, "two_factor_off");
      return {
        result: { email: person.email },
        text: `Two-factor sign-in is off for ${person.email}. The password alone is enough now.`,
      };
    },
  },
  { words: ["shopper", "export"], run: exportOne },
  { words: ["shopper", "erase"], run: (values) => eraseOne(values) },
  {
    words: ["keys", "create"],
    async run(values) {
      const store = await requireStore(values);
      const mode = requireOneOf(modes, values.mode, "mode");
      const facts = { storeId: store.id, mode, name: values.name ?? "Command line" };
      if (values.storefront && values.scopes !== undefined) {
        throw new Refusal("A storefront key has a fixed scope. Leave --scopes out.", 2);
      }
      if (!values.storefront && values.api !== undefined) {
        throw new Refusal("--api works only with --storefront. The scopes of other keys determine their API.", 2);
      }
      const api = requireOneOf(apis, values.api ?? "checkout", "api");
      const scopes = values.storefront ? [storefrontScopes[api]] : readScopes(required(values.scopes, "scopes"));
      const { id, key } = values.storefront
        ? await createStorefrontKey(db(), { ...facts, service: api })
        : await createApiKey(db(), { ...facts, scopes });
      const place = { storeId: store.id, mode };
      await noteCommand(place, { resource: "keys", operation: "create", recordId: id, sent: { scopes } });
      return {
        result: { id, key, mode, scopes },
        text: `Key ${id} (${mode}) was created. It is shown only once:\n${key}`,
      };
    },
  },
  {
    words: ["keys", "list"],
    async run(values) {
      const keys = await listApiKeys(db(), values.store === undefined ? undefined : (await requireStore(values)).id);
      const lines = keys.map(
        (key) =>
          `${key.id}  ${key.prefix}…${key.lastFour}  ${key.service.padEnd(9)}  ${key.mode.padEnd(7)}  ${key.revokedAt ? "revoked" : "active "}  last used ${key.lastUsedAt?.toISOString() ?? "never"}  ${key.name}`,
      );
      return { result: keys, text: lines.join("\n") || "There are no keys." };
    },
  },
  {
    words: ["keys", "revoke"],
    async run(_values, [id]) {
      if (!id) throw new Refusal("Name the key: keys revoke KEY_ID", 2);
      const owner = await findKeyOwner(id);
      if (!owner || !(await revokeApiKey(db(), id))) throw new Refusal(`There is no active key with the ID ${id}.`);
      await noteCommand(owner, { resource: "keys", operation: "revoke", recordId: id });
      return { result: { id, revoked: true }, text: `Key ${id} is revoked.` };
    },
  },
  {
    words: ["connect"],
    async run(values) {
      const store = await requireStore(values);
      const mode = requireOneOf(modes, values.mode, "mode");
      const api = requireOneOf(apis, values.api, "api");
      const place = { storeId: store.id, mode, api };
      const named = values["money-unit"];
      const unit = named === undefined ? undefined : requireOneOf(["minor", "major"] as const, named, "money-unit");
      if (!values["key-stdin"] && !unit) throw new Refusal("Pass the key on standard input with --key-stdin.", 2);
      if (servedHere(place.mode).includes(place.api) && (await isStoredForElsewhere(place))) {
        throw new Refusal(
          `The stored key belongs to an address that this command does not know. Set ${addressSetting(place)} to the value that the server uses.`,
        );
      }
      const stored = values["key-stdin"] ? await connect(place, (await readAll(process.stdin)).trim()) : null;
      if (unit) {
        await saveMoneyUnit(place, unit);
        await noteCommand(place, { resource: "connections", operation: "unit", recordId: api });
      }
      const { money_unit, sent_as } = await summarize(place);
      const said = [
        ...(stored ? [stored] : []),
        ...(unit ? [`Amounts of the ${api} service are in ${unit} units.`] : []),
      ];
      return { result: { store: store.id, mode, api, connected: true, money_unit, sent_as }, text: said.join(" ") };
    },
  },
  {
    words: ["demo"],
    async run(values) {
      const { store, counts } = await fillSandbox(values, "fill");
      return { result: counts, text: demoSentence(store, counts) };
    },
  },
  {
    words: ["reset-sandbox"],
    async run(values) {
      if (!values.empty) {
        const { store, counts } = await fillSandbox(values, "reset");
        return { result: { store, emptied: true, ...counts }, text: demoSentence(store, counts) };
      }
      const { id: storeId } = await requireStore(values);
      await emptySandbox(db(), storeId);
      await emptyProgram(db(), storeId);
      await forgetSandbox(storeId);
      await noteCommand({ storeId, mode: "sandbox" }, { resource: "sandbox", operation: "reset" });
      return { result: { store: storeId, emptied: true }, text: `The sandbox of ${storeId} is empty.` };
    },
  },
  {
    words: ["migrate"],
    async run() {
      const migrations = knownMigrations().length;
      return { result: { migrations }, text: `The database has all ${migrations} migrations of this version.` };
    },
  },
  { words: ["rotate-secret"], run: rotate },
  { words: ["backup"], asItIs: true, run: backup },
  { words: ["restore"], asItIs: true, run: restore },
  { words: ["doctor"], asItIs: true, run: doctor },
  { words: ["export-events"], run: exportEvents },
  {
    words: ["audit", "verify"],
    async run(values) {
      const store = await requireStore(values);
      const { since } = values;
      if (since !== undefined && !/^[0-9a-f]{64}$/.test(since)) {
        throw new Refusal("--since must be a head as audit verify prints it: 64 digits and letters from a to f.", 2);
      }
      const verdict = await verifyAudit(store.id, since);
      if (!verdict.ok) throw new Refusal(`The audit chain of ${store.id} is broken. ${verdict.broken?.reason}`);
      return {
        result: verdict,
        text: [
          `The audit chain of ${store.id} is intact: ${verdict.rows} rows, head ${verdict.head ?? "none"}.`,
          ...(since === undefined ? [] : ["It still has the entry that you kept."]),
          ...unkeyedSentence(verdict),
        ].join("\n"),
      };
    },
  },
];

function unkeyedSentence({ rows, keyed_from }: ChainVerdict): string[] {
  const unkeyed = keyed_from === null ? rows : keyed_from - 1;
  if (unkeyed === 0) return [];
  return [
    `The first ${unkeyed} rows have hashes without a key, as earlier versions wrote them. A change of them shows only against a head that you kept.`,
  ];
}

async function findKeyOwner(keyId: string): Promise<{ storeId: string; mode: Mode } | undefined> {
  for (const { id: storeId } of await db().select({ id: storeTable.id }).from(storeTable)) {
    const key = (await listApiKeys(db(), storeId)).find(({ id }) => id === keyId);
    if (key) return { storeId, mode: key.mode };
  }
}

async function noteForPerson(personId: string, operation: string): Promise<void> {
  const stores = await storesOf(personId);
  await noteInStores(
    stores.map(({ store }) => store.id),
    { resource: "people", operation, recordId: personId },
  );
}

async function fillSandbox(values: Values, operation: "fill" | "reset") {
  const store = await requireStore(values);
  const counts = await fillDemo(store.id, demoOptions(values));
  await noteCommand({ storeId: store.id, mode: "sandbox" }, { resource: "sandbox", operation });
  return { store: store.id, counts };
}

function demoSentence(store: string, counts: DemoCounts): string {
  const number = (count: number) => count.toLocaleString("en");
  return `The sandbox of ${store} is now a demo shop with the totals of ${number(counts.events)} events in ${counts.days} days,
${number(counts.orders)} orders, ${counts.upsells} upsells, ${counts.bundles} bundles, ${counts.experiments} experiments, and ${number(counts.deliveries)} deliveries to ${counts.endpoints} webhook endpoints.
The affiliate program has ${counts.affiliates} affiliates, ${number(counts.clicks)} clicks, ${number(counts.affiliateOrders)} reported orders, ${number(counts.commissions)} commissions and ${counts.payouts} payouts.`;
}
