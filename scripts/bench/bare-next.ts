import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { projectDir } from "../runtime.ts";
import { startProcess, stop } from "./pinned.ts";

// What moving between screens is measured against: two pages of a word each, made for each request as ours are.

const program = join(projectDir, "node_modules/next/dist/bin/next");
const page = (name: string) => `
export const dynamic = "force-dynamic";
export default function Page() {
  return <h1 id="${name}">${name}</h1>;
}
`;
const files = {
  "next.config.mjs": `export default { poweredByHeader: false, turbopack: { root: ${JSON.stringify(projectDir)} } };`,
  // Or the project's own would be taken.
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
};

/** Built and served by the Next that serves the product. */
export async function startBareNext(): Promise<{ origin: string; stop(): Promise<void> }> {
  // Inside the project, where its packages are found.
  mkdirSync(join(projectDir, "test-results"), { recursive: true });
  const folder = mkdtempSync(join(projectDir, "test-results/bare-next-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    await build(folder);
    const env = { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
    const words = ["start", folder, "--port", "0", "--hostname", "127.0.0.1"];
    const { child, said } = await startProcess(program, env, undefined, words);
    return { origin: said, stop: () => stop([child]).then(remove) };
  } catch (cause) {
    remove();
    throw cause;
  }
}

const build = promisify((folder: string, done: (cause: Error | null) => void) => {
  const env = { ...process.env, NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" };
  const child = spawn(process.execPath, [program, "build", folder], { env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  child.on("close", (code) => done(code === 0 ? null : new Error(said)));
});
