import { log } from "../lib/log.ts";
import { runCommand } from "./admin/run.ts";
import "../lib/runtime/server-modules.ts";

// A command reports its own errors. Log lines would mix with its output, which may be JSON.
if (!process.env.LOG_LEVEL) log.level = "error";

process.exitCode = await runCommand(process.argv.slice(2), process);
