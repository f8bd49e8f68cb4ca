import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { Hono } from "hono";
import type { Database } from "../database/client.ts";
import { shopScript } from "../database/schema/checkout.ts";

const builtFolder = () => path.join(process.cwd(), ".next", "sdk");

const types: Record<string, string> = {
  "cartwright.js": "text/javascript; charset=utf-8",
  "choice.js": "text/javascript; charset=utf-8",
  "cartwright.mjs": "text/javascript; charset=utf-8",
  "cartwright.d.ts": "text/plain; charset=utf-8",
  "shop.mjs": "text/javascript; charset=utf-8",
  "shop.d.ts": "text/plain; charset=utf-8",
};
const scriptName = "cartwright.js";
/** The script names the other file by its digest, so both are kept for as long as a page may name them. */
const keptNames = [scriptName, "choice.js"];
const briefly = "public, max-age=300, must-revalidate";
const forGood = "public, max-age=31536000, immutable";

type ScriptFile = { body: string; digest: string; integrity: string };

export const versionOf = (name: string, digest: string) => name.replace(".", `-${digest}.`);

export function withDigest(body: string): ScriptFile {
  const hash = createHash("sha384").update(body).digest();
  return {
    body,
    digest: hash.toString("hex").slice(0, 20),
    integrity: `sha384-${hash.toString("base64")}`,
  };
}

export type ScriptTag = { file: string; integrity: string };

export class ShopScripts {
  private readonly db: Database;
  private readonly folder: string;
  private readonly files = new Map<string, ScriptFile>();
  private readonly versions = new Map<string, ScriptFile>();
  private stored: Promise<unknown> | undefined;

  constructor(db: Database, folder = builtFolder()) {
    this.db = db;
    this.folder = folder;
  }

  /** Stores the script before anybody learns its address, so that every process can serve it from then on. */
  async tag(): Promise<ScriptTag | null> {
    const script = this.built(scriptName);
    if (!script) return null;
    await this.keep();
    return { file: versionOf(scriptName, script.digest), integrity: script.integrity };
  }

  async keep(): Promise<void> {
    const files = keptNames.flatMap((name) => this.built(name) ?? []);
    this.stored ??= this.db
      .insert(shopScript)
      .values(files.map(({ digest, body }) => ({ digest, body })))
      .onConflictDoNothing()
      .catch((error) => {
        this.stored = undefined;
        throw error;
      });
    await this.stored;
  }

  built(name: string): ScriptFile | null {
    const known = this.files.get(name);
    if (known) return known;
    const body = Object.hasOwn(types, name) ? readIfThere(path.join(this.folder, name)) : null;
    if (body === null) return null;
    const file = withDigest(body);
    this.files.set(name, file);
    return file;
  }

  async version(digest: string): Promise<ScriptFile | null> {
    const current = keptNames.map((name) => this.built(name)).find((file) => file?.digest === digest);
    if (current) return current;
    const known = this.versions.get(digest);
    if (known) return known;
    const [row] = await this.db.select().from(shopScript).where(eq(shopScript.digest, digest));
    if (!row) return null;
    const file = withDigest(row.body);
    this.versions.set(digest, file);
    return file;
  }
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

export function shopScriptRoutes(scripts: ShopScripts): Hono {
  return new Hono().get("/:file", async (c) => {
    const name = c.req.param("file");
    const digest = /^(?:cartwright|choice)-([0-9a-f]{20})\.js$/.exec(name)?.[1];
    const found = digest === undefined ? scripts.built(name) : await scripts.version(digest);
    if (!found) return c.notFound();
    // Without a database, shops have the script all the same, and it is kept with a later request.
    if (/^cartwright\.m?js$/.test(name)) await scripts.keep().catch(() => {});
    const headers: Record<string, string> = {
      "Access-Control-Allow-Origin": "*",
      "Cross-Origin-Resource-Policy": "cross-origin",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": digest === undefined ? briefly : forGood,
      "Content-Type": types[digest === undefined ? name : scriptName] ?? "",
      ETag: `W/"${found.digest}"`,
    };
    if (c.req.header("if-none-match")?.includes(found.digest)) return c.body(null, 304, headers);
    return c.body(found.body, 200, headers);
  });
}
