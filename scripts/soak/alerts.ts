import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { Administrator } from "../../e2e/administrator.ts";
import { call } from "../../e2e/processes.ts";
import { openDatabase } from "../../lib/database/client.ts";
import { ensureBuild } from "../../lib/runtime/build.ts";
import { startReceiver } from "../../lib/testing/delivery/delivery.ts";
import { ownPostgres } from "../../lib/testing/delivery/own-postgres.ts";
import { browser as userAgent } from "../../lib/testing/shop.ts";
import { openMailbox } from "../../lib/testing/smtp.ts";
import { query } from "../bench/database.ts";
import { testSettings } from "../test/app.ts";
import { Member } from "../test/cluster.ts";
import { freePort } from "../test/nginx.ts";
import { atRate, openShop as openDesk } from "./people.ts";
import { type Prometheus, startPrometheus } from "./prometheus.ts";
import { openHookedShop, visit } from "./storefront.ts";

const patienceMs = 150_000;

type Fault = { alerts: string[]; begin(): unknown; end(): unknown };

// A Prometheus watches a web process, services and a worker with the documented rules. Each fault must raise its alert,
// which must end after the fault. Then each panel of the dashboards must have data.
export async function run(): Promise<boolean> {
  (await ensureBuild(console.log)).release();
  const folder = mkdtempSync(join(tmpdir(), "cartwright-alerts-"));
  const undo: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const postgres = await ownPostgres(join(folder, "data"));
    undo.push(postgres.stop);
    const receiver = await startReceiver();
    undo.push(receiver.close);
    const mailbox = await openMailbox();
    undo.push(mailbox.close);
    const { CARTWRIGHT_SECRET } = testSettings();
    const shared = {
      CARTWRIGHT_SECRET,
      DATABASE_URL: postgres.url,
      DATABASE_WAIT_MS: "1000",
      SMTP_URL: mailbox.url,
      MAIL_FROM: "shop@example.com",
      // Nothing but the fault of this API needs affiliates of the desk.
      AFFILIATE_SANDBOX_API_URL: `${receiver.origin}/v1`,
    };
    const make = async (kind: Member["kind"]) => {
      const OPERATIONS_PORT = String(await freePort());
      const ports = { OPERATIONS_PORT, ...(kind === "services" && { SERVICES_PORT: String(await freePort()) }) };
      const member = new Member(kind, testSettings({ ...shared, ...ports }), 12);
      undo.push(() => member.remove());
      await member.start();
      return { member, target: `127.0.0.1:${OPERATIONS_PORT}` };
    };
    const [web, services, worker] = [await make("web"), await make("services"), await make("worker")];
    const prometheus = await startPrometheus(
      folder,
      [web, services, worker].map(({ target }) => target),
    );
    undo.push(prometheus.stop);

    const administrator = new Administrator({ ...web.member.settings, CARTWRIGHT_ORIGIN: web.member.origin });
    undo.push(() => administrator.leave());
    const person = await openDesk(web.member.origin, administrator, "desk");
    const db = openDatabase(postgres.url, 2);
    db.$client.on("error", () => {});
    undo.push(() => db.$client.end());
    const { shop } = await openHookedShop(db, [services.member.origin], receiver.origin);
    const { origin } = web.member;
    const ask = (path: string) => call(origin, "GET", path, { headers: person.headers }).catch(() => {});
    const report = (n: number) => {
      const event = { id: `e${n}`, type: "visit", occurred_at: new Date().toISOString(), visitor_id: "v" };
      const headers = { authorization: `Bearer ${shop.keys.server}`, "user-agent": userAgent };
      const path = "/services/checkout/storefront/v1/events";
      return call(services.member.origin, "POST", path, { headers, body: { events: [event] } }).catch(() => {});
    };
    const [link] = await query<{ code: string }>(postgres.url, "select code from affiliate.link");
    const key = { authorization: `Bearer ${shop.keys.desk}`, "user-agent": userAgent };
    const browse = async () => {
      const offers = "/services/checkout/storefront/v1/offers?visitor_id=v&cart=prod_boots";
      for (const path of [offers, `/r/${link?.code}`, "/services/affiliate/v1/commissions"]) {
        await call(services.member.origin, "GET", path, { headers: key }).catch(() => {});
      }
    };
    let sent = 0;
    const flood = (act: () => Promise<unknown>, everyMs: number) => {
      const timer = setInterval(() => void act(), everyMs);
      return () => clearInterval(timer);
    };
    let end = () => {};
    const during = (act: () => Promise<unknown>, everyMs: number) => ({
      begin: () => {
        end = flood(act, everyMs);
      },
      end: () => end(),
    });
    const locked = (table: string) => {
      let client: pg.Client | undefined;
      return {
        async begin() {
          client = new pg.Client(postgres.url);
          await client.connect();
          await client.query(`begin; lock table ${table} in exclusive mode`);
        },
        end: () => client?.end(),
      };
    };
    const run = (text: string) => db.$client.query(text);

    const reports = locked("checkout.storefront_event");
    const many = during(() => report(sent++), 20);
    const signal = (name: NodeJS.Signals) => process.kill(services.member.pid, name);
    const limited = during(() => ask("/api/desk/sandbox/affiliate/commissions"), 200);
    const refuseFor = (seconds: string) => {
      receiver.respond = (_, response) => response.writeHead(429, { "retry-after": seconds }).end();
    };
    let isRestarting = false;
    let restarts = Promise.resolve();
    const faults: Record<string, Fault> = {
      "a process is killed": {
        alerts: ["CartwrightProcessDown"],
        begin: () => services.member.kill(),
        end: () => services.member.start(),
      },
      "a process starts again and again": {
        alerts: ["CartwrightProcessRestarts"],
        begin() {
          isRestarting = true;
          restarts = (async () => {
            while (isRestarting) {
              await worker.member.kill();
              await worker.member.start();
              // Until Prometheus has seen the new process.
              await sleep(2_500);
            }
          })();
        },
        end() {
          isRestarting = false;
          return restarts;
        },
      },
      "the database is stopped": {
        alerts: ["CartwrightDatabaseDown"],
        begin: () => postgres.kill("SIGINT"),
        end: () => postgres.revive(),
      },
      "a table is locked, and reports wait": {
        alerts: ["CartwrightConnectionsExhausted"],
        begin: () => reports.begin().then(many.begin),
        end: () => Promise.all([many.end(), reports.end()]),
      },
      "a table is missing": {
        alerts: ["CartwrightRequestsFail"],
        begin: () => run("alter table checkout.storefront_event rename to gone"),
        end: () => run("alter table checkout.gone rename to storefront_event"),
      },
      "reports wait for up to five seconds": {
        alerts: ["CartwrightRequestsSlow"],
        ...during(() => run("begin; lock table checkout.storefront_event; select pg_sleep(4.5); commit"), 4_600),
      },
      "a process gets a tenth of its time": {
        alerts: ["CartwrightEventLoopBlocked"],
        ...during(async () => {
          signal("SIGSTOP");
          await sleep(900);
          signal("SIGCONT");
        }, 1_000),
      },
      "the leases of deliveries are locked": {
        alerts: ["CartwrightWorkLate", "CartwrightWorkerSilent"],
        ...locked("checkout.lease"),
      },
      "receivers answer with 500": {
        alerts: ["CartwrightDeliveriesFail"],
        begin: () => {
          receiver.respond = (_, response) => response.writeHead(500).end();
        },
        end: () => {
          receiver.respond = (_, response) => response.writeHead(204).end();
        },
      },
      "the mail server is busy": {
        alerts: ["CartwrightMailFails"],
        begin: () => {
          mailbox.state.busy = true;
          return run(`
            insert into desk.partner_program (store_id, mode, slug, name) values ('desk', 'sandbox', 'desk', 'Desk');
            insert into desk.mail (id, store_id, mode, kind, "to", locale, about, once, state)
            values ('m', 'desk', 'sandbox', 'application_received', 'a@example.com', 'en', '{}', 'm', 'queued')`);
        },
        end: () => {
          mailbox.state.busy = false;
          return run("update desk.mail set next_at = now()");
        },
      },
      "an API answers each call with 429": {
        alerts: ["CartwrightApiLimited"],
        async begin() {
          refuseFor("1");
          const path = "/api/desk/sandbox/desk/connections/affiliate";
          const stored = await call(origin, "PUT", path, {
            headers: person.headers,
            body: { key: "key_of_another_vendor", unproven: true },
          });
          if (stored.status !== 200) throw new Error(`Storing a key answered ${stored.status}: ${stored.text}`);
          limited.begin();
        },
        async end() {
          // Nobody waits for so long, so the dashboard refuses further calls, which a panel shows.
          refuseFor("60");
          await sleep(6_000);
          limited.end();
        },
      },
    };

    let isOver = false;
    const shopper = visit(shop, "s", () => isOver).catch((error) => console.error(error.message));
    const outcomes: Outcome[] = [];
    await atRate(
      4,
      async (turn) => {
        if (turn % 8 === 0) await browse();
        await Promise.all([report(sent++), ask(turn % 8 ? "/api/desk/sandbox/desk/jobs" : "/desk/sandbox/upsells")]);
      },
      async () => {
        console.log(`${"fault".padEnd(40)}${"alert".padEnd(34)}${"raised".padStart(8)}${"ended".padStart(8)}`);
        for (const [name, fault] of Object.entries(faults)) outcomes.push(...(await tryFault(name, fault, prometheus)));
      },
    );
    isOver = true;
    await shopper;
    const untried = prometheus.alerts.filter((name) => !outcomes.some(({ alert }) => alert === name));
    const empty = await prometheus.emptyPanels();
    console.log(`Alerts not tried ${untried.length}: ${untried.join(", ")}`);
    console.log(`Panels without data ${empty.length}: ${empty.join(", ")}`);
    const isGood = ({ raised, ended }: Outcome) => raised !== undefined && ended !== undefined;
    return outcomes.every(isGood) && untried.length === 0 && empty.length === 0;
  } finally {
    while (undo.length) await undo.pop()?.();
  }
}

type Outcome = { name: string; alert: string; raised?: number; ended?: number };

/** Notes after how many seconds each alert of a fault is raised, and after how many it ends once the fault is over. */
async function tryFault(name: string, { alerts, begin, end }: Fault, prometheus: Prometheus): Promise<Outcome[]> {
  const outcomes: Outcome[] = alerts.map((alert) => ({ name, alert }));
  await prometheus.settled(alerts);
  const secondsUntil = async (raised: boolean, key: "raised" | "ended") => {
    const begun = performance.now();
    while (outcomes.some((one) => one[key] === undefined) && performance.now() - begun < patienceMs) {
      await sleep(500);
      const firing = await prometheus.firing();
      for (const one of outcomes) {
        if (firing.has(one.alert) === raised) one[key] ??= (performance.now() - begun) / 1_000;
      }
    }
  };
  await begin();
  await secondsUntil(true, "raised");
  await end();
  await secondsUntil(false, "ended");
  for (const { alert, raised, ended } of outcomes) {
    console.log(`${name.padEnd(40)}${alert.padEnd(34)}${said(raised)}${said(ended)}`);
  }
  return outcomes;
}

const said = (seconds: number | undefined) => (seconds === undefined ? "never" : `${seconds.toFixed(0)} s`).padStart(8);
