import { readArguments } from "../scripts/admin/arguments.ts";
import { prepareRuntime } from "../scripts/runtime.ts";
import "../scripts/server-modules.ts";

// `npm run admin` without its start: it takes the words of one command after the other from whoever forked it.

const runtime = await prepareRuntime(() => {});
const { commands } = await import("../scripts/admin/commands.ts");

process.on("message", async ({ id, words }: { id: number; words: string[] }) => {
  try {
    const { values, positionals } = readArguments(words);
    const found = commands.find((command) => command.words.every((word, at) => positionals[at] === word));
    if (!found) throw new Error(`There is no command “${positionals.join(" ")}”.`);
    const { result } = await found.run(values, positionals.slice(found.words.length));
    process.send?.({ id, result });
  } catch (cause) {
    process.send?.({ id, error: cause instanceof Error ? cause.message : String(cause) });
  }
});

process.on("disconnect", async () => {
  await runtime.stop();
  process.exit();
});
