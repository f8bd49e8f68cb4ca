import { expect } from "vitest";
import { type Role, roles } from "../contract/define.ts";
import { member, store, user } from "../database/schema/desk.ts";
import { createServices } from "../services/index.ts";
import { createApiKey, provision } from "../services/tenants.ts";
import { openProgram } from "./affiliate/program.ts";
import { openTestDesk } from "./desk.ts";
import { allScopes, caller } from "./services.ts";

// Stores that pay through Cartwright's own affiliate service, with two people who may pay and people who may not.

// biome-ignore lint/suspicious/noExplicitAny: answers of several operations
export type Any = any;
export type PayoutShop = Awaited<ReturnType<Awaited<ReturnType<typeof openPayoutTest>>["newShop"]>>;

export const facts = { currency: "EUR", timeZone: "Europe/Berlin" };
export const ibans = [
  "DE89370400440532013000",
  "SE4550000000058398257466",
  "AT611904300234573201",
  "NO9386011117947",
] as const;
export const payer = { holder: "Demo Shop", iban: "DE02120300000000202051" };

type Paid = { amount: number; currency?: string; details?: object | null; affiliate?: object };

export async function openPayoutTest() {
  const desk = await openTestDesk({ LOG_LEVEL: "silent" });
  const app = createServices(desk.db, { perSecond: 1e6, perMinute: 1e6, perHour: 1e6 });
  const { runDesk } = await import("../server/desk/serve.ts");
  const { startJobs } = await import("../server/work/jobs/workers.ts");
  const jobs = startJobs({ pollMs: 200 });

  async function newShop() {
    const key = async (wanted: { store: string }) => {
      await provision(desk.db, { storeId: wanted.store, ...facts });
      return createApiKey(desk.db, { storeId: wanted.store, mode: "sandbox", name: "Test", scopes: allScopes });
    };
    const call = caller(async (path, init) => app.request(`http://test${path}`, init));
    const program = await openProgram({ db: desk.db, key, call, visit: async () => new Response() }, "UTC", "sandbox");
    const id = program.storeId;
    await desk.db.insert(store).values({ id, name: "Demo Shop", ...facts });
    const { saveConnection } = await import("../server/wire/connections.ts");
    await saveConnection({ storeId: id, mode: "sandbox", api: "affiliate" }, (await key({ store: id })).key);
    const personOf = async (name: string, role: Role) => {
      const person = { id: `${name}-${id}`, name, email: `${name}@${id}.test` };
      await desk.db.insert(user).values(person);
      await desk.db.insert(member).values({ storeId: id, userId: person.id, role });
      const membership = { person, store: { id, name: "Demo Shop", ...facts }, role };
      const run = (operation: string, raw: object = {}): Promise<Any> => {
        const [resource = "", name = ""] = operation.split(".");
        return runDesk({ membership, mode: "sandbox" }, resource, name, { params: {}, ...raw });
      };
      /** Calls the affiliate service as the person's browser does through the proxy. */
      const asks = async (resource: string, operation: string, body: object): Promise<Any> => {
        const { perform } = await import("../server/wire/perform-call.ts");
        return perform({ membership, mode: "sandbox", api: "affiliate", resource, operation, body });
      };
      return Object.assign(run, { asks });
    };
    const [ann, bea, carl] = [
      await personOf("ann", "owner"),
      await personOf("bea", "affiliate_manager"),
      await personOf("carl", "analyst"),
    ];
    const everyRole = async () =>
      Promise.all(roles.map(async (role) => [role, await personOf(`one ${role}`, role)] as const));

    /** Pays each amount to an affiliate of its own, and returns the batch. */
    async function pays(...rows: Paid[]): Promise<string> {
      for (const [at, { amount, currency = "EUR", details, affiliate }] of rows.entries()) {
        const { id } = await program.affiliate({ payout_method: "bank_transfer", currency, ...affiliate });
        await program.insertCommission(id, { status: "approved", amount, currency });
        const iban = { kind: "iban", holder: "Mira Lindqvist", iban: ibans[at % ibans.length] };
        if (details !== null) {
          await ann("payout_details.save", { params: { id }, body: { details: details ?? iban } });
        }
      }
      const { hash, payable } = await ann("payouts.preview", { body: {} });
      const totals = payable.map(({ currency, amount }: Any) => ({ currency, amount }));
      const { id } = await ann("payouts.confirm", { body: { hash, totals, reference: "2026-10" } });
      const made = async () => (await ann("payouts.counts")).states.made;
      await expect.poll(made, { timeout: 20_000 }).toBe(rows.length);
      return id;
    }

    const saves = (more: object = {}) => ann("payout_settings.save", { body: { payer, approve_above: null, ...more } });
    const files = (batch: string) => ann("payout_files.list", { query: { batch } });
    const creates = (batch: string, more: object = {}, by = ann) =>
      by("payout_files.create", { body: { batch, format: "sepa", currency: "EUR", ...more } });
    const does = (deed: string, file: Any, by = ann, body: object | undefined = { sha256: file.sha256 }) =>
      by(`payout_files.${deed}`, { params: { id: file.id }, body });
    return { id, program, ann, bea, carl, everyRole, pays, saves, files, creates, does };
  }

  return {
    db: desk.db,
    newShop,
    async close() {
      await jobs.stop();
      await desk.close();
    },
  };
}
