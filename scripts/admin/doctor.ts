import { access, constants, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, lt, sql } from "drizzle-orm";
import pg from "pg";
import { mayChangeAudit } from "../../lib/database/app-role.ts";
import { appliedMigrations, isUnreleased, knownMigrations } from "../../lib/database/migrate.ts";
import { auditFile, auditHead } from "../../lib/database/schema/desk-audit.ts";
import { mail } from "../../lib/database/schema/desk-mail.ts";
import { examineStandby } from "../../lib/database/standby.ts";
import { oldestDue } from "../../lib/health.ts";
import { db, fromNow } from "../../lib/server/db.ts";
import { env } from "../../lib/server/env.ts";
import { countUnopened } from "../../lib/server/rotate-secret.ts";
import {
  addressSetting,
  apis,
  baseUrlOf,
  modes,
  servedHere,
  untoldAddresses,
} from "../../lib/server/wire/connections.ts";
import { mayMail, openTransport } from "../../lib/server/wire/mail.ts";

/** `what` is a fact that was observed, and `todo` what an operator does about it. */
type Finding = { status: "ok" | "warning" | "failed"; what: string; todo?: string };
type Named = Finding & { name: string };
type Outcome = { result: { findings: Named[] }; text: string; code: number };

const ok = (what: string): Finding => ({ status: "ok", what });
const warning = (what: string, todo: string): Finding => ({ status: "warning", what, todo });
const failed = (what: string, todo: string): Finding => ({ status: "failed", what, todo });

const megabyte = 1024 ** 2;
const leastFreeMb = 1024;
const mostClockSeconds = 2;
const mostReplicaSeconds = 10;
const mostConnectionShare = 0.8;
const lateSeconds = 600;
const answerMs = 5_000;

/** Examines the installation and changes nothing. */
export async function doctor(): Promise<Outcome> {
  const findings: Named[] = [];
  const examine = async (name: string, check: () => Promise<Finding | Finding[]>) => {
    const found = await check().catch((cause: Error) => failed(reasonOf(cause), "Read the log of the server."));
    for (const finding of [found].flat()) findings.push({ name, ...finding });
  };
  await examine("disk", checkDisk);
  await examine("database", checkDatabase);
  if (findings.at(-1)?.status !== "failed") {
    await examine("migrations", checkMigrations);
    if (findings.at(-1)?.status !== "failed") {
      await examine("sessions", checkSessions);
      await examine("connections", checkConnections);
      await examine("replicas", checkReplicas);
      await examine("reads", checkReads);
      await examine("clock", checkClock);
      await examine("keys", checkKeys);
      await examine("work", checkWork);
      await examine("settings", checkSettings);
      await examine("audit", checkAudit);
      await examine("audit file", checkAuditFile);
    }
  }
  await examine("address", checkOrigin);
  await examine("APIs", checkApis);
  await examine("mail", checkMail);
  return { result: { findings }, text: findings.map(toLines).join("\n"), code: findings.some(isFailed) ? 1 : 0 };
}

const isFailed = ({ status }: Finding) => status === "failed";

const marks = { ok: "ok      ", warning: "WARNING ", failed: "FAILED  " };

const toLines = ({ name, status, what, todo }: Named) =>
  `${marks[status]}${name.padEnd(12)}${what}${todo ? `\n${" ".repeat(20)}→ ${todo}` : ""}`;

/** Without passwords, which only addresses contain. */
const reasonOf = (cause: Error) => ((cause.cause as Error | undefined)?.message || cause.message).split("\n")[0] ?? "";

const hostOf = (url: string) => new URL(url).host || "the local socket";

async function checkDisk(): Promise<Finding> {
  const directory = process.env.CARTWRIGHT_DATA_DIR ?? ".";
  const { bavail, bsize } = await statfs(directory);
  const free = Math.floor((bavail * bsize) / megabyte);
  const what = `${free.toLocaleString("en")} MB are free for ${directory}.`;
  return free >= leastFreeMb ? ok(what) : failed(what, `Make room: at least ${leastFreeMb} MB must be free.`);
}

async function checkDatabase(): Promise<Finding> {
  const { DATABASE_URL, DATABASE_SESSION_URL } = env();
  for (const [setting, url] of Object.entries({ DATABASE_URL, DATABASE_SESSION_URL })) {
    const refused = await withClient(url, async () => {}).catch(reasonOf);
    if (refused) {
      return failed(
        `The database of ${setting} at ${hostOf(url)} refuses connections: ${refused}`,
        `Start the server, or correct ${setting}.`,
      );
    }
  }
  const { rows } = await db().$client.query("show server_version_num");
  const major = Math.floor(Number(rows[0].server_version_num) / 10_000);
  return major >= 15
    ? ok(`PostgreSQL ${major} answers at ${hostOf(DATABASE_URL)}.`)
    : failed(`The server is PostgreSQL ${major}.`, "Upgrade it to version 15 or newer.");
}

async function checkMigrations(): Promise<Finding> {
  const known = knownMigrations();
  const newest = known.at(-1)?.when ?? 0;
  const seen = await appliedMigrations(db().$client);
  const { applied, at } = seen;
  const what = `The database has ${applied} migrations, and this version knows ${known.length}.`;
  if (at > newest) return failed(what, "A newer Cartwright has used this database. Start that version.");
  if (isUnreleased(seen, known))
    return failed(what, "A Cartwright from before 0.1.0 made this database. Use a new one.");
  if (at < newest) return failed(what, "Start Cartwright. It migrates the database before it serves anybody.");
  return ok(what);
}

/** A notification reaches only a connection that is still the one that listens. */
async function checkSessions(): Promise<Finding> {
  const { DATABASE_SESSION_URL: url } = env();
  const heard = await withClient(url, async (listener) => {
    const message = new Promise<boolean>((resolve) => listener.on("notification", () => resolve(true)));
    await listener.query("listen cartwright_doctor");
    await withClient(url, (other) => other.query("notify cartwright_doctor"));
    return Promise.race([message, sleep(2_000, false)]);
  });
  return heard
    ? ok("Notifications of the database arrive.")
    : failed(
        "Notifications of the database do not arrive, so screens are not updated and jobs start late.",
        "Set DATABASE_SESSION_URL to an address that does not lead to a pool in transaction mode.",
      );
}

async function checkConnections(): Promise<Finding> {
  const { rows } = await db().$client.query(`
    select numbackends as used, least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
      nullif(datconnlimit, -1), nullif(rolconnlimit, -1))::int as most
    from pg_stat_database join pg_database on pg_database.oid = datid, pg_roles
    where pg_database.datname = current_database() and rolname = current_user`);
  const { used, most } = rows[0];
  const what = `${used} of ${most} connections are in use.`;
  return used <= most * mostConnectionShare
    ? ok(what)
    : warning(what, "Raise the server's limit, lower DATABASE_CONNECTIONS, or put PgBouncer in front.");
}

async function checkReplicas(): Promise<Finding> {
  const { rows } = await db().$client.query(`
    select application_name as name, coalesce(extract(epoch from replay_lag), 0)::float8 as seconds, sync_state as sync
    from pg_stat_replication`);
  const { rows: wanted } = await db().$client.query("select current_setting('synchronous_standby_names') as names");
  if (wanted[0].names && !rows.some(({ sync }) => sync === "sync" || sync === "quorum")) {
    return failed("The server waits for a synchronous standby, and none is connected.", "Start a standby.");
  }
  const late = rows.filter(({ seconds }) => seconds > mostReplicaSeconds);
  if (late.length > 0) {
    const names = late.map(({ name, seconds }) => `${name} (${Math.round(seconds)} s)`);
    return warning(`These standbys are behind: ${names.join(", ")}.`, "Check their load and their network.");
  }
  return ok(rows.length === 0 ? "No standby is connected." : `${rows.length} standbys keep up.`);
}

async function checkReads(): Promise<Finding> {
  const { DATABASE_READ_URL: url } = env();
  if (!url) return ok("DATABASE_READ_URL is not set: the primary answers every read.");
  const server = `The server of DATABASE_READ_URL at ${hostOf(url)}`;
  const meanwhile = "In the meantime, the primary answers every read.";
  try {
    const { fault, seconds } = await withClient(url, (client) => examineStandby(db().$client, client));
    const age = `${Math.round(seconds)} s`;
    if (!fault) return ok(`${server} keeps up with the primary.`);
    if (fault === "late") {
      const todo = `Check its load, its network and whether its replay is paused. ${meanwhile}`;
      return warning(`${server} is late: the last change that it has is ${age} old.`, todo);
    }
    const what = fault === "primary" ? "is not a standby" : "has another database";
    return failed(`${server} ${what}.`, `Set DATABASE_READ_URL to a standby of this database. ${meanwhile}`);
  } catch (cause) {
    const todo = `Start the standby, or correct DATABASE_READ_URL. ${meanwhile}`;
    return failed(`${server} refuses: ${reasonOf(cause as Error)}`, todo);
  }
}

async function checkClock(): Promise<Finding> {
  const before = Date.now();
  const { rows } = await db().$client.query("select extract(epoch from clock_timestamp())::float8 * 1000 as now");
  const difference = Math.abs(rows[0].now - (before + Date.now()) / 2) / 1000;
  const what = `The clocks of the database and of this machine differ by ${difference.toFixed(1)} s.`;
  return difference <= mostClockSeconds
    ? ok(what)
    : failed(what, "Synchronize both machines with a time server. Signatures and sign-in codes depend on the time.");
}

async function checkKeys(): Promise<Finding> {
  const lost = await countUnopened();
  return lost === 0
    ? ok("Every stored key and secret opens.")
    : failed(
        `${lost} stored keys and secrets do not open with CARTWRIGHT_SECRET.`,
        "Set the secret that they were stored with, or enter the keys again.",
      );
}

async function checkWork(): Promise<Finding | Finding[]> {
  const seconds = await oldestDue(db().$client);
  if (mayMail()) {
    const isLate = and(eq(mail.state, "queued"), lt(mail.nextAt, fromNow(-lateSeconds * 1000)));
    if ((await db().$count(mail, isLate)) > 0) seconds.mails = lateSeconds + 1;
  }
  const late = Object.entries(seconds).filter(([, waited]) => waited > lateSeconds);
  if (late.length === 0) return ok("No delivery, job or mail waits.");
  return late.map(([name, waited]) =>
    failed(
      `The oldest of the due ${name.replaceAll("_", " ")} has waited for ${Math.floor(waited / 60)} minutes.`,
      "Start a web process or a worker, or read its log.",
    ),
  );
}

async function checkSettings(): Promise<Finding> {
  const untold = await untoldAddresses();
  return untold.length === 0
    ? ok("The stored keys belong to the addresses that are set.")
    : warning(
        `Keys are stored for addresses other than those of ${untold.join(" and ")}.`,
        "Set the addresses as the web processes have them. A web process erases these keys when it starts.",
      );
}

async function checkAudit(): Promise<Finding> {
  const { role, may } = await mayChangeAudit(db().$client);
  return ok(
    may
      ? `The role ${role} owns the activity: a trigger refuses changes, and audit verify shows them. MIGRATION_DATABASE_URL separates the owner.`
      : `The role ${role} may add to the activity, and not change or delete it.`,
  );
}

async function checkAuditFile(): Promise<Finding> {
  const { AUDIT_FILE: path } = env();
  if (path === undefined) return ok("AUDIT_FILE is not set: the activity is kept in the database alone.");
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  const refused = await access(isThere ? path : dirname(path), constants.W_OK).then(() => "", reasonOf);
  if (refused)
    return failed(`The file of AUDIT_FILE cannot be written: ${refused}`, "Correct AUDIT_FILE or its rights.");
  const [behind] = await db()
    .select({ entries: sql<number>`coalesce(sum(${auditHead.seq} - coalesce(${auditFile.seq}, 0)), 0)::float8` })
    .from(auditHead)
    .leftJoin(auditFile, eq(auditFile.storeId, auditHead.storeId));
  const entries = behind?.entries ?? 0;
  return entries === 0
    ? ok(`${path} has every entry of the activity.`)
    : warning(
        `${path} lacks the latest ${entries.toLocaleString("en")} entries of the activity.`,
        "Start a web process or a worker with AUDIT_FILE, or read its log.",
      );
}

async function checkOrigin(): Promise<Finding[]> {
  const { CARTWRIGHT_ORIGIN: origin } = env();
  const { protocol, hostname } = new URL(origin);
  const isLocal = hostname === "localhost" || hostname === "127.0.0.1";
  const status = await statusOf(`${origin}/health/ready`);
  return [
    status === 200
      ? ok(`Cartwright answers at ${origin}.`)
      : warning(
          `${origin}/health/ready answers ${status}.`,
          "Start Cartwright, or set CARTWRIGHT_ORIGIN to the address that people open.",
        ),
    ...(protocol === "https:" || isLocal
      ? []
      : [warning(`${origin} is not encrypted, so passkeys do not work.`, "Put a reverse proxy with TLS in front.")]),
  ];
}

async function checkApis(): Promise<Finding | Finding[]> {
  const others = apis
    .flatMap((api) => modes.map((mode) => ({ api, mode })))
    .filter(({ api, mode }) => !servedHere(mode).includes(api));
  if (others.length === 0) return ok("Both APIs are Cartwright’s own services.");
  return Promise.all(
    others.map(async (id) => {
      const status = await statusOf(baseUrlOf(id));
      const what = `${addressSetting(id)} answers ${status}.`;
      return typeof status === "number" && status < 500
        ? ok(what)
        : failed(what, `Correct ${addressSetting(id)}, or ask whoever runs this API.`);
    }),
  );
}

async function checkMail(): Promise<Finding> {
  if (!mayMail()) return ok("SMTP_URL is not set: the dashboard shows the links that it would mail.");
  const transport = await openTransport();
  const refused = await transport.verify().then(() => "", reasonOf);
  transport.close();
  return refused
    ? failed(`The mail server of SMTP_URL refuses: ${refused}`, "Correct SMTP_URL.")
    : ok("The mail server accepts mail.");
}

const statusOf = (url: string): Promise<number | string> =>
  fetch(url, { redirect: "manual", signal: AbortSignal.timeout(answerMs) }).then(({ status }) => status, reasonOf);

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "cartwright-doctor",
    connectionTimeoutMillis: answerMs,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
