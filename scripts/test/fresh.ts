import { vi } from "vitest";

// One process runs many test files, so each begins with the modules, environment and global object of a new process.

type Start = { env: NodeJS.ProcessEnv; names: ReadonlySet<string | symbol> };
const key = Symbol.for("cartwright.test-start");
const scope = globalThis as { [key]?: Start };
scope[key] ??= { env: { ...process.env }, names: new Set([...Reflect.ownKeys(globalThis), key]) };
const { env, names } = scope[key];

for (const name of Reflect.ownKeys(globalThis)) if (!names.has(name)) Reflect.deleteProperty(globalThis, name);
for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
Object.assign(process.env, env);
vi.resetModules();
