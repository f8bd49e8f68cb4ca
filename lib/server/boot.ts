import "server-only";
import { migrate } from "../database/migrate.ts";
import { log } from "../log.ts";
import { onShutdown } from "../shutdown.ts";
import { startAuditFile } from "./audit/file.ts";
import { eraseForElsewhere } from "./connections.ts";
import { env } from "./env.ts";
import { startHistory } from "./history/collect.ts";
import { startJobs } from "./jobs/workers.ts";
import { startFeed } from "./live/feed.ts";
import { hub } from "./live/hub.ts";
import { startStatements } from "./mail/statements.ts";
import { startMail } from "./mail/worker.ts";
import { startApplications } from "./partners/submit.ts";
import { startBackground } from "./upstream.ts";

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
