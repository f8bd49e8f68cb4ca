import { createReadStream } from "node:fs";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { projectDir } from "./runtime.ts";

// What the framework sends with gzip is a seventh smaller with brotli, and takes so long to pack that it is done once a
// build. Browsers take it over https, and from their own machine.

const types: Record<string, string> = { js: "text/javascript; charset=utf-8", css: "text/css; charset=utf-8" };
const files = join(projectDir, ".next", "static");
const compress = promisify(brotliCompress);

/** A packed copy beside each script and style of a build. */
export async function packBuild(folder = files): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile() || !/\.(js|css)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const content = await readFile(path);
    const size = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    await writeFile(`${path}.br`, await compress(content, { params: size }));
  }
}

/** Sends the packed copy to whoever takes it; everything else is for the next one to answer. */
export function packedFirst(handle: RequestListener, folder = files): RequestListener {
  return async (request, response) => {
    const [, name, kind = ""] = /^\/_next\/static\/([\w~-][\w./~-]*\.(js|css))(?:\?|$)/.exec(request.url ?? "") ?? [];
    const path = join(folder, `${name}.br`);
    const takes = /(^|[\s,])br($|[\s,;])/.test(String(request.headers["accept-encoding"] ?? ""));
    if (!name || name.includes("..") || request.method !== "GET" || !takes) return handle(request, response);
    const size = await stat(path).then(
      (file) => file.size,
      () => undefined,
    );
    if (size === undefined) return handle(request, response);
    response.writeHead(200, {
      "content-type": types[kind],
      "content-encoding": "br",
      "content-length": size,
      // Its name is made of what is in it.
      "cache-control": "public, max-age=31536000, immutable",
      vary: "accept-encoding",
    });
    createReadStream(path)
      .on("error", () => response.destroy())
      .pipe(response);
  };
}
