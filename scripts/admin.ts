import { parseArgs } from "node:util";
import { migrate } from "../lib/database/migrate.ts";
import { helpFor, usage } from "./admin/help.ts";
import { Refusal } from "./admin/refusal.ts";
import { prepareRuntime } from "./runtime.ts";
import "./server-modules.ts";

const options = {
  email: { type: "string" },
  password: { type: "string" },
  "password-stdin": { type: "boolean" },
  name: { type: "string" },
  store: { type: "string" },
  "store-name": { type: "string" },
  currency: { type: "string" },
  timezone: { type: "string" },
  mode: { type: "string" },
  role: { type: "string" },
  scopes: { type: "string" },
  storefront: { type: "boolean" },
  api: { type: "string" },
  seed: { type: "string" },
  empty: { type: "boolean" },
  "key-stdin": { type: "boolean" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

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

function readArguments(argv: string[]) {
  try {
    return parseArgs({ args: argv, options, allowPositionals: true });
  } catch (cause) {
    throw new Refusal(`${(cause as Error).message}\n\n${usage}`, 2);
  }
}

async function commandsDone(): Promise<void> {
  const shared = globalThis as { cartwrightDatabase?: { $client: { end(): Promise<void> } } };
  await shared.cartwrightDatabase?.$client.end();
}

export type Values = ReturnType<typeof readArguments>["values"];

process.exitCode = await main(process.argv.slice(2));
