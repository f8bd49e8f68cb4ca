import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { projectDir } from "../../lib/runtime/runtime.ts";
import { type DemoApp, startDemoApp } from "../test/demo-app.ts";
import { startProcess } from "./processes.ts";

// The baselines: for screens, two pages of one word each, rendered for each request; for the proxy, a route that only
// fetches.

const program = join(projectDir, "node_modules/next/dist/bin/next");
const page = (name: string) => `
export const dynamic = "force-dynamic";
export default function Page() {
  return <h1 id="${name}">${name}</h1>;
}
`;
const files = {
  "next.config.mjs": `export default { poweredByHeader: false, turbopack: { root: ${JSON.stringify(projectDir)} } };`,
  // Without this file, the project's own would be used.
  "instrumentation.js": "export function register() {}",
  "app/layout.jsx": `
import Link from "next/link";
export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>
        <nav>
          <Link href="/one">one</Link>
          <Link href="/two">two</Link>
        </nav>
        {children}
      </body>
    </html>
  );
}
`,
  "app/one/page.jsx": page("one"),
  "app/two/page.jsx": page("two"),
  "app/api/[...path]/route.js": `
async function pass(request, { params }) {
  const { path } = await params;
  const body = request.method === "GET" ? undefined : await request.text();
  const headers = { "content-type": "application/json" };
  const answer = await fetch(process.env.UPSTREAM + "/" + path.join("/"), { method: request.method, body, headers });
  return new Response(answer.body, { status: answer.status, headers });
}
export { pass as GET, pass as PUT };
`,
};

type Served = { origin: string; pid: number; stop(): Promise<void> };

export async function startBareNext(env: Record<string, string> = {}): Promise<Served> {
  const bare = await buildBareNext();
  try {
    const served = await bare.start(env);
    return { ...served, stop: () => served.stop().then(bare.remove) };
  } catch (cause) {
    bare.remove();
    throw cause;
  }
}

export async function startBoth(): Promise<{ bare: Served; app: DemoApp; stop(): Promise<void> }> {
  const bare = await startBareNext();
  const app = await startDemoApp().catch(async (cause) => {
    await bare.stop();
    throw cause;
  });
  return { bare, app, stop: () => bare.stop().then(app.stop) };
}

export async function buildBareNext() {
  // The folder is inside the project, where its packages are found.
  mkdirSync(join(projectDir, "test-results"), { recursive: true });
  const folder = mkdtempSync(join(projectDir, "test-results/bare-next-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    await build(folder);
  } catch (cause) {
    remove();
    throw cause;
  }
  const start = async (more: Record<string, string> = {}): Promise<Served> => {
    const env = { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", ...more };
    const words = ["start", folder, "--port", "0", "--hostname", "127.0.0.1"];
    const until = /http:\/\/[^\s/]+(?=[\s\S]*Ready)/;
    const { child, said, stop } = await startProcess(program, { env, words, until });
    return { origin: said, pid: child.pid as number, stop };
  };
  return { start, remove };
}

const build = promisify((folder: string, done: (cause: Error | null) => void) => {
  const env = { ...process.env, NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" };
  const child = spawn(process.execPath, [program, "build", folder], { env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  child.on("close", (code) => done(code === 0 ? null : new Error(said)));
});
