import "./server-modules.ts";
import { migrate } from "../database/migrate.ts";
import { startBackground } from "../services/background.ts";
import { runShutdown } from "../shutdown.ts";
import { onStop } from "./lifecycle.ts";
import { openOperations, startTracing } from "./operations-port.ts";
import { prepareRuntime, type Runtime } from "./runtime.ts";

/** Does only background work. Several such processes can share one database. */
let runtime: Runtime | undefined;
try {
  runtime = await prepareRuntime();
  await startTracing("worker");
  await migrate(runtime.sessionUrl);
  const background = startBackground(runtime);
  // Nobody opens this address, but the configuration requires one.
  process.env.CARTWRIGHT_ORIGIN ||= "http://127.0.0.1:3000";
  const { warnOfUntold } = await import("../server/work/jobs/missing-addresses.ts");
  await warnOfUntold();
  await import("../server/registrations.ts");
  const { startJobs } = await import("../server/work/jobs/workers.ts");
  const jobs = startJobs();
  const { startAuditFile } = await import("../server/memory/audit/file.ts");
  const auditFile = startAuditFile();
  const { db } = await import("../server/db.ts");
  const { flushAccess } = await import("../server/wire/learned-key-rights.ts");
  await openOperations({ kind: "worker", pool: () => db().$client, lateFails: true });
  onStop(async () => {
    await Promise.all([background.stop(), jobs.stop(), auditFile.stop()]);
    await flushAccess();
    await runShutdown();
    await runtime?.stop();
  });
  console.log(
    `
  Cartwright's worker   delivers webhooks, runs jobs, forgets what is old
  Data                  ${runtime.dataDir}
`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  await runtime?.stop();
  process.exit(1);
}
