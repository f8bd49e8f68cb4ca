import { createReadStream } from "node:fs";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import compression from "compression";
import { projectDir } from "./runtime.ts";

// Brotli is a seventh smaller than the framework's gzip but slow, so scripts are compressed once per build, after they
// are marked.

const files = join(projectDir, ".next", "static");
const compress = promisify(brotliCompress);

export async function packBuild(folder = join(projectDir, ".next")): Promise<void> {
  const entries = await readdir(join(folder, "static"), { recursive: true, withFileTypes: true });
  const packed = entries.filter((entry) => entry.isFile() && entry.name.endsWith(".js"));
  const { rootMainFiles } = JSON.parse(await readFile(join(folder, "build-manifest.json"), "utf8"));
  const ofEveryPage = new Set((rootMainFiles as string[]).map((file) => join(folder, file)));
  await Promise.all(
    packed.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const built = await readFile(path, "utf8");
      const marked = ofEveryPage.has(path) || built.includes(ofCharts) ? markToCompile(built) : built;
      if (marked !== built) await writeFile(path, marked);
      await writeFile(
        `${path}.br`,
        await compress(marked, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: marked.length } }),
      );
    }),
  );
}

/**
 * Browsers of the Chrome family then compile the whole file while it arrives and beside the page, instead of function by
 * function when each is first called, which holds up the page. The files of single screens are not marked, because a
 * change of screen would wait for them.
 */
const compileWhole = "//# allFunctionsCalledOnLoad\n";
/** In the file of Recharts, which comes while a page hydrates and is called almost whole to draw the first chart. */
const ofCharts = "recharts-wrapper";

const markToCompile = (built: string) => (built.startsWith(compileWhole) ? built : compileWhole + built);

/** Brotli finds the repetitions of pages over longer distances than the framework's gzip. */
export function packing(handle: RequestListener): RequestListener {
  const pack = compression({
    brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 19 } },
  });
  return (request, response) => pack(request, response, () => void handle(request, response));
}

/** Headers of pages that are useless on a script: half a kilobyte. */
const ofPages = [
  "Content-Security-Policy",
  "Cross-Origin-Opener-Policy",
  "Permissions-Policy",
  "Referrer-Policy",
  "X-Frame-Options",
];

export function packedFirst(handle: RequestListener, folder = files): RequestListener {
  return async (request, response) => {
    const [, name] = /^\/_next\/static\/([\w~-][\w./~-]*\.js)(?:\?|$)/.exec(request.url ?? "") ?? [];
    const path = join(folder, `${name}.br`);
    const takes = /(^|[\s,])br($|[\s,;])/.test(String(request.headers["accept-encoding"] ?? ""));
    if (!name || name.includes("..") || request.method !== "GET" || !takes) return handle(request, response);
    const size = await stat(path).then(
      (file) => file.size,
      () => undefined,
    );
    if (size === undefined) return handle(request, response);
    for (const header of ofPages) response.removeHeader(header);
    response.writeHead(200, {
      "content-type": "text/javascript; charset=utf-8",
      "content-encoding": "br",
      "content-length": size,
      "cache-control": "public, max-age=31536000, immutable",
      vary: "accept-encoding",
    });
    createReadStream(path)
      .on("error", () => response.destroy())
      .pipe(response);
  };
}
