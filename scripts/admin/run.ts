import { migrateAsOwner } from "../../lib/database/app-role.ts";
import { migrate } from "../../lib/database/migrate.ts";
import { runningOrigin } from "../../lib/runtime/instance.ts";
import { prepareRuntime } from "../../lib/runtime/runtime.ts";
import { runShutdown } from "../../lib/shutdown.ts";
import { Refusal, readArguments } from "./arguments.ts";
import { helpFor, usage } from "./help.ts";

type Sink = { write(text: string): unknown };

/** Returns the exit code and does not set it, because another command may follow in the same process. */
export async function runCommand(argv: string[], { stdout, stderr }: { stdout: Sink; stderr: Sink }): Promise<number> {
  let asJson = argv.includes("--json");
  let runtime: Awaited<ReturnType<typeof prepareRuntime>> | undefined;
  try {
    const { values, positionals } = readArguments(argv);
    asJson = values.json ?? false;
    if (values.help || positionals.length === 0) {
      stdout.write(helpFor(positionals[0]));
      return values.help ? 0 : 2;
    }
    const { commands } = await import("./commands.ts");
    const found = commands.find(({ words }) => words.every((word, index) => positionals[index] === word));
    if (!found) throw new Refusal(`There is no command “${positionals.join(" ")}”.\n\n${usage}`, 2);

    runtime = await prepareRuntime((line) => stderr.write(`${line}\n`));
    // Links lead to the running Cartwright, on whatever port it uses.
    process.env.CARTWRIGHT_ORIGIN ||= runningOrigin(runtime.dataDir) ?? "http://127.0.0.1:3000";
    const owner = process.env.MIGRATION_DATABASE_URL;
    if (owner && found.words[0] === "migrate") await migrateAsOwner(owner, runtime.databaseUrl);
    else if (!found.asItIs) await migrate(runtime.sessionUrl);
    const { result, text, code = 0 } = await found.run(values, positionals.slice(found.words.length));
    stdout.write(asJson ? `${JSON.stringify(result)}\n` : `${text}\n`);
    return code;
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    if (asJson) stdout.write(`${JSON.stringify({ error: message })}\n`);
    else stderr.write(`${message}\n`);
    return cause instanceof Refusal ? cause.exitCode : 1;
  } finally {
    // Writes that wait for a timer would otherwise open the database again.
    await runShutdown();
    await closeDatabase();
    await runtime?.stop();
  }
}

async function closeDatabase(): Promise<void> {
  const shared = globalThis as { cartwrightDatabase?: { $client: { end(): Promise<void> } } };
  await shared.cartwrightDatabase?.$client.end();
  delete shared.cartwrightDatabase;
}
