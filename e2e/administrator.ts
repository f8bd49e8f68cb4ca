import { type ChildProcess, fork } from "node:child_process";
import type { Settings } from "../scripts/test/app.ts";

/** Runs `npm run admin` commands on the data of one app, all of them in one process. */
export class Administrator {
  private readonly settings: Settings;
  private readonly folder: string;
  private child: ChildProcess | undefined;
  private asked = 0;

  constructor(settings: Settings = {}, folder = process.cwd()) {
    this.settings = settings;
    this.folder = folder;
  }

  run<T = unknown>(...words: string[]): Promise<T> {
    const child = this.child ?? this.start();
    const id = ++this.asked;
    return new Promise<T>((resolve, reject) => {
      const done = (settle: () => void) => {
        child.off("message", hear);
        child.off("exit", die);
        settle();
      };
      const hear = (said: { id: number; result: T; error?: string }) => {
        if (said.id !== id) return;
        done(() => (said.error === undefined ? resolve(said.result) : reject(new Error(said.error))));
      };
      const die = () => done(() => reject(new Error("The admin process ended.")));
      child.on("message", hear).on("exit", die);
      child.send({ id, words });
    });
  }

  /** The process closes its database connections and exits when it is disconnected. */
  leave(): void {
    this.child?.disconnect();
    this.child = undefined;
  }

  private start(): ChildProcess {
    const env = { ...process.env, ...this.settings };
    const child = fork("e2e/admin-process.ts", {
      cwd: this.folder,
      env,
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    this.child = child;
    child.once("exit", () => {
      if (this.child === child) this.child = undefined;
    });
    return child;
  }
}
