import "../../lib/runtime/server-modules.ts";
import { App, password } from "../../e2e/processes.ts";
import { ensureBuild } from "../../lib/runtime/build.ts";
import type { JobsShop, JobsTest } from "../../lib/testing/jobs/jobs.ts";
import { testSettings } from "../test/app.ts";
import { Member } from "../test/cluster.ts";
import { setup } from "../test/database.ts";

const size = 300;

// Kills web processes and workers of the built product at random. False if a record was not changed exactly once, or if
// the rows disagree.
export async function run(rounds: number): Promise<boolean> {
  (await ensureBuild(console.log)).release();
  const stop = await setup();
  const { openJobsTest } = await import("../../lib/testing/jobs/jobs.ts");
  const { undoWindowRound, killRound } = await import("../../lib/testing/jobs/rounds.ts");
  const desk = await openJobsTest();
  try {
    const fleet = await productFleet(desk);
    const approvals = await many(`${size} approvals, any process killed`, rounds, () =>
      killRound(desk, fleet, { size, kills: 4 }, fleet.begin),
    ).finally(fleet.stop);
    console.log(`  of the kills, ${fleet.killed.web} were of processes that serve, ${fleet.killed.worker} of workers`);
    const changes = await many("20 delayed changes, worker killed", rounds, () => undoWindowRound(desk, 20));
    return approvals && changes;
  } finally {
    await desk.close();
    await stop();
  }
}

async function productFleet(desk: JobsTest) {
  const { expireLeases } = await import("../../lib/testing/jobs/jobs.ts");
  const names = Object.keys(desk.upstream.settings);
  const shared = ["DATABASE_URL", "CARTWRIGHT_SECRET", "AFFILIATE_API_LIMITS", "CHECKOUT_API_LIMITS"];
  const taken = [...names, ...shared, "UPSTREAM_TIMEOUT_MS", "LOG_LEVEL"];
  const settings = Object.fromEntries(taken.map((name) => [name, process.env[name]]));
  const webs = [await App.start(settings), await App.start(settings)];
  const worker = new Member("worker", testSettings(settings), 5);
  await worker.start();
  const killed = { web: 0, worker: 0 };

  return {
    killed,
    async killAny() {
      const kind = Math.random() < 0.5 ? "web" : "worker";
      const victim = kind === "worker" ? worker : (webs[Math.floor(Math.random() * webs.length)] as App);
      await victim.kill();
      killed[kind]++;
      // Ends the leases, so that no round waits half a minute for them.
      await expireLeases(desk);
      await victim.start();
    },
    async begin(shop: JobsShop, body: object): Promise<{ id: string }> {
      const { addMember } = await import("../../lib/server/people/set-up.ts");
      const email = `owner@${shop.id}.test`;
      await addMember({ name: "Owner", email, password }, shop.id, "owner");
      const web = webs[Math.floor(Math.random() * webs.length)] as App;
      const session = await web.signIn(email);
      const answer = await session.call("POST", `/api/${shop.id}/live/desk/jobs`, { body });
      if (answer.status !== 201) throw new Error(`A job was answered with ${answer.status}: ${answer.text}`);
      return answer.body;
    },
    async stop() {
      await worker.remove();
      for (const web of webs) await web.remove();
    },
  };
}

type Tally = Record<string, number>;

async function many(name: string, rounds: number, round: () => Promise<Tally>): Promise<boolean> {
  const sum: Tally = {};
  for (let count = 0; count < rounds; count++) {
    for (const [what, value] of Object.entries(await round())) sum[what] = (sum[what] ?? 0) + value;
  }
  const figures = Object.entries({ rounds, ...sum }).map(([what, value]) => `${what} ${value}`);
  console.log(`${name.padEnd(34)} ${figures.join("  ")}`);
  return sum.once === sum.items && sum.again === 0 && sum.disagree === 0;
}
