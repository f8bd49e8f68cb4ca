import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Role } from "../../contract/define.ts";
import { member, user } from "../../database/schema/desk.ts";
import { openSecondDesk, type SecondShop } from "../second-desk.ts";

export type JobsTest = Awaited<ReturnType<typeof openJobsTest>>;

/** Jobs over the second upstream, run by this process or by others that can be killed. */
export async function openJobsTest(settings: Record<string, string> = {}) {
  // The governor has its own tests; here it would only slow everything down.
  const limits = "10000,100000,1000000";
  Object.assign(process.env, { AFFILIATE_API_LIMITS: limits, CHECKOUT_API_LIMITS: limits });
  const desk = await openSecondDesk(settings);
  desk.control.choices.checkoutLimits = null;
  const { db } = await import("../../server/db.ts");
  const { runDesk } = await import("../../server/desk/serve.ts");
  const { startJobs } = await import("../../server/work/jobs/workers.ts");
  const children = new Set<ChildProcess>();
  const working = new Set<{ stop(): Promise<void> }>();

  return {
    ...desk,
    db: db(),
    async newShop(role: Role = "owner") {
      const shop = await desk.newShop();
      const personId = `p_${randomBytes(6).toString("hex")}`;
      await db()
        .insert(user)
        .values({ id: personId, name: "Ann", email: `${personId}@test` });
      await db().insert(member).values({ storeId: shop.id, userId: personId, role });
      const person = { id: personId, name: "Ann", email: `${personId}@test` };
      const facts = { id: shop.id, name: shop.id, currency: "EUR", timeZone: "UTC" };
      return new JobsShop(shop, runDesk, { person, store: facts, role });
    },
    async work() {
      const jobs = startJobs({ pollMs: 200 });
      const end = {
        async stop() {
          working.delete(end);
          await jobs.stop();
        },
      };
      working.add(end);
      return end;
    },
    workerProcess: (settings: Record<string, string> = {}) => startWorker(children, settings),
    async close() {
      for (const child of children) child.kill("SIGKILL");
      await Promise.all([...working].map((each) => each.stop()));
      await desk.close();
    },
  };
}

type RunDesk = typeof import("../../server/desk/serve.ts").runDesk;
type Membership = Parameters<RunDesk>[0]["membership"];

export class JobsDesk {
  readonly membership: Membership;
  private readonly runDesk: RunDesk;

  constructor(runDesk: RunDesk, membership: Membership) {
    this.runDesk = runDesk;
    this.membership = membership;
  }

  // biome-ignore lint/suspicious/noExplicitAny: answers of several operations
  ask(resource: string, name: string, raw: object = {}, who: object = {}): Promise<any> {
    const membership = { ...this.membership, ...who };
    return this.runDesk({ membership, mode: "live" }, resource, name, { params: {}, ...raw });
  }

  start = (body: object) => this.ask("jobs", "create", { body });
  job = (id: string) => this.ask("jobs", "get", { params: { id } });
  tell = (id: string, what: "pause" | "resume" | "cancel" | "retry") => this.ask("jobs", what, { params: { id } });
  items = async (id: string, query: object = {}) =>
    (await this.ask("jobs", "items", { params: { id }, query: { per_page: 100, ...query } })).data;

  async until(id: string, states: readonly string[] = ["done"], ms = 120_000) {
    const deadline = performance.now() + ms;
    for (;;) {
      const job = await this.job(id);
      if (states.includes(job.state) && job.counts.sending === 0) return job;
      if (performance.now() > deadline) throw new Error(`Not ${states} within ${ms} ms: ${JSON.stringify(job)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

export class JobsShop extends JobsDesk {
  readonly id: string;
  readonly shop: SecondShop;

  constructor(shop: SecondShop, runDesk: RunDesk, membership: Membership) {
    super(runDesk, membership);
    this.id = shop.id;
    this.shop = shop;
  }

  get store() {
    return this.shop.store();
  }

  commissions(count: number): string[] {
    const ids = Array.from({ length: count }, (_, index) => String(50_001 + index));
    for (const id of ids) {
      const row = { id: Number(id), affiliate_id: 11, amount: "5.00", currency: "EUR", status: "pending", flags: [] };
      this.store.put("commissions", { ...row, created_at: "2026-10-01T00:00:00Z" });
    }
    return ids;
  }

  /** Records that were not changed exactly once, with their number of changes. */
  wrong(resource: string, ids: readonly string[], action: string) {
    const times = new Map<string, number>();
    for (const effect of this.store.effects) {
      if (effect.resource === resource && effect.action === action) {
        times.set(effect.id, (times.get(effect.id) ?? 0) + 1);
      }
    }
    return ids.map((id) => [id, times.get(id) ?? 0] as const).filter(([, count]) => count !== 1);
  }
}

async function startWorker(children: Set<ChildProcess>, settings: Record<string, string>): Promise<ChildProcess> {
  const code = `
    await import("./lib/runtime/server-modules.ts");
    await import("./lib/server/registrations.ts");
    const { startJobs } = await import("./lib/server/work/jobs/workers.ts");
    startJobs({ pollMs: 200 });
    console.log("started");`;
  const child = spawn(process.execPath, ["--input-type=module-typescript", "--eval", code], {
    env: { ...process.env, LOG_LEVEL: "silent", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.add(child);
  let errors = "";
  child.stderr.on("data", (text) => (errors += text));
  await new Promise<void>((resolve, reject) => {
    child.stdout.once("data", () => resolve());
    child.once("exit", (code) => reject(new Error(`The worker ended with ${code}. ${errors}`)));
  });
  return child;
}

/** Ends the leases of killed processes at once, which would otherwise take half a minute. */
export async function expireLeases({ db }: Pick<JobsTest, "db">): Promise<void> {
  await db.execute(sql`update desk.job set lease_until = now() - interval '1 second' where lease_until is not null`);
}
