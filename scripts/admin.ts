import { parseArgs } from "node:util";
import { migrate } from "../lib/database/migrate.ts";
import { Refusal } from "./admin/refusal.ts";
import { prepareRuntime } from "./runtime.ts";
import "./server-modules.ts";

const usage = `Usage: npm run admin -- COMMAND [options] [--json]

  setup --email E --name N --store ID --currency EUR --timezone Europe/Berlin [--store-name S]
                                       owner, store and embedded connections; may be run again
        --password P | --password-stdin
  people add --store ID --email E --name N --role owner|merchant|affiliate_manager|analyst
        --password P | --password-stdin
  keys create --store ID --mode live|sandbox --scopes a,b|all [--name N]
                                       prints the key once, alone on the last line
  keys list [--store ID]
  keys revoke KEY_ID
  connect --store ID --mode M --api checkout|affiliate --key-stdin
  demo --store ID                      fills the sandbox with a demo shop
  reset-sandbox --store ID             empties the sandbox
`;

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
  api: { type: "string" },
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
      process.stdout.write(usage);
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
