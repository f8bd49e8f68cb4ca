import { type ChildProcess, spawn } from "node:child_process";

/** A process of its own that sends due mails, so that it can be killed. */
export function startMailProcess(): ChildProcess {
  const code = `
    import { registerHooks } from "node:module";
    const json = { importAttributes: { type: "json" } };
    registerHooks({
      load: (url, context, next) => next(url, url.endsWith(".json") ? { ...context, ...json } : context),
    });
    await import("./lib/runtime/server-modules.ts");
    const { sendDue } = await import("./lib/server/work/mail/worker.ts");
    await sendDue();
    process.exit(0);`;
  return spawn(process.execPath, ["--input-type=module-typescript", "--eval", code], { stdio: "ignore" });
}
