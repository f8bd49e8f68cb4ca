import { runCommand } from "./admin/run.ts";
import "./server-modules.ts";

process.exitCode = await runCommand(process.argv.slice(2), process);
