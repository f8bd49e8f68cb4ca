import { migrate } from "../lib/database/migrate.ts";
import { readArguments } from "./admin/arguments.ts";
import { helpFor, usage } from "./admin/help.ts";
import { Refusal } from "./admin/refusal.ts";
import { prepareRuntime } from "./runtime.ts";
import "./server-modules.ts";

async function main(argv: string[]): Promise<number> {
  let asJson = argv.includes("--json");
  let runtime: Awaited<ReturnType<typeof prepareRuntime>> | undefined;
  try {
    const { values, positionals } = readArguments(argv);
    asJson = values.json ?? false;
    if (values.help || positionals.length === 0) {
      process.stdout.write(helpFor(positionals[0]));
      return values.help ? 0 : 2;
    }
    const { commands } = await import("./admin/commands.ts");
    const found = commands.find(({ words }) => words.every((word, index) => positionals[index] === word));
    if (!found) throw new Refusal(`There is no command “${positionals.join(" ")}”.\n\n${usage}`, 2);

    runtime = await prepareRuntime((line) => console.error(line));
    process.env.CARTWRIGHT_ORIGIN ??= "http://127.0.0.1:3000";
    await migrate(runtime.databaseUrl);
    const { result, text } = await found.run(values, positionals.slice(found.words.length));
    process.stdout.write(asJson ? `${JSON.stringify(result)}\n` : `${text}\n`);
    return 0;
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    if (asJson) process.stdout.write(`${JSON.stringify({ error: message })}\n`);
    else process.stderr.write(`${message}\n`);
    return cause instanceof Refusal ? cause.exitCode : 1;
  } finally {
    await commandsDone();
    await runtime?.stop();
  }
}

async function commandsDone(): Promise<void> {
  const shared = globalThis as { cartwrightDatabase?: { $client: { end(): Promise<void> } } };
  await shared.cartwrightDatabase?.$client.end();
}

process.exitCode = await main(process.argv.slice(2));
