import "server-only";
import "./registrations.ts";
import { migrate } from "../database/migrate.ts";
import { log } from "../log.ts";
import { onShutdown } from "../shutdown.ts";
import { startFeed } from "./desk/live/feed.ts";
import { hub } from "./desk/live/hub.ts";
import { env } from "./env.ts";
import { startAuditFile } from "./memory/audit/file.ts";
import { startHistory } from "./memory/history/collect.ts";
import { startApplications } from "./partners/submit-applications.ts";
import { eraseForElsewhere } from "./wire/connections.ts";
import { startBackground } from "./wire/upstream.ts";
import { startJobs } from "./work/jobs/workers.ts";
import { startStatements } from "./work/mail/statements.ts";
import { startMail } from "./work/mail/worker.ts";

export async function boot(): Promise<void> {
  await migrate(env().DATABASE_SESSION_URL);
  await eraseForElsewhere();
  process.on("unhandledRejection", (cause) => log.error({ err: cause }, "a promise was rejected and nobody looked"));
  const { DATABASE_URL: databaseUrl, DATABASE_SESSION_URL: sessionUrl } = env();
  const background = startBackground({ databaseUrl, sessionUrl });
  onShutdown(() => background.stop());
  const history = startHistory();
  onShutdown(() => history.stop());
  const jobs = startJobs();
  onShutdown(() => jobs.stop());
  const mail = startMail();
  onShutdown(() => mail.stop());
  const statements = startStatements();
  onShutdown(() => statements.stop());
  const applications = startApplications();
  onShutdown(() => applications.stop());
  const auditFile = startAuditFile();
  onShutdown(() => auditFile.stop());
  const feed = startFeed();
  onShutdown(() => feed.stop());
  // The hub listens from the start, so that no page misses a change.
  hub();
}
