import { parseArgs } from "node:util";

const benches = { weigh: () => import("./bench/weigh.ts"), service: () => import("./bench/service.ts") };

/** `npm run bench` runs all of them, `npm run bench -- weigh` one. */
const { positionals } = parseArgs({ allowPositionals: true });
const names = positionals.length > 0 ? positionals : Object.keys(benches);
for (const name of names) {
  if (!Object.hasOwn(benches, name)) {
    console.error(`There is no bench "${name}". There are: ${Object.keys(benches).join(", ")}.`);
    process.exit(2);
  }
}
for (const name of names) {
  const { run } = await benches[name as keyof typeof benches]();
  if (!(await run())) process.exitCode = 1;
}
