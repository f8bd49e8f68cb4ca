import { Readable } from "node:stream";
import { vi } from "vitest";
import type { Settings } from "./app.ts";

type Said = { code: number; out: string; err: string; said: string };

/** Runs an admin command in this process, because starting one takes longer than most commands. */
export async function commandHere(words: string[]): Promise<Said> {
  const result = { out: "", err: "", said: "" };
  const sink = (name: "out" | "err") => ({
    write(text: string) {
      result[name] += text;
      result.said += text;
    },
  });
  const { runCommand } = await import("../admin/run.ts");
  return { code: await runCommand(words, { stdout: sink("out"), stderr: sink("err") }), ...result };
}

/** Does the same with other settings and an input, for which the modules are loaded anew. */
export async function command(words: string[], settings: Settings, input = ""): Promise<Said> {
  const { env } = process;
  const stdin = Object.getOwnPropertyDescriptor(process, "stdin") as PropertyDescriptor;
  process.env = { ...env };
  for (const [name, value] of Object.entries(settings))
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  Object.defineProperty(process, "stdin", { configurable: true, value: Readable.from([input]) });
  vi.resetModules();
  try {
    return await commandHere(words);
  } finally {
    // Nothing that these settings made is left for others.
    vi.resetModules();
    process.env = env;
    Object.defineProperty(process, "stdin", stdin);
  }
}
