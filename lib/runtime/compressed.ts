import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import compression from "compression";
import { projectDir } from "./runtime.ts";

// Brotli is a seventh smaller than the framework's gzip but slow, so scripts and styles are compressed once per build.
// Browsers accept it over https and from localhost.

const types: Record<string, string> = { js: "text/javascript; charset=utf-8", css: "text/css; charset=utf-8" };
const files = join(projectDir, ".next", "static");
const compress = promisify(brotliCompress);

// With this hint, the browser compiles a whole script while it loads, instead of each function when it is called. For
// the scripts of every page, this halves the blocking time of a slow browser.
const readAtOnce = "//# allFunctionsCalledOnLoad\n";

export async function packBuild(folder = join(projectDir, ".next")): Promise<void> {
  const { rootMainFiles } = JSON.parse(await readFile(join(folder, "build-manifest.json"), "utf8"));
  const first = new Set<string>(rootMainFiles.map((name: string) => join(folder, name)));
  const entries = await readdir(join(folder, "static"), { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile() || !/\.(js|css)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    let content = await readFile(path);
    if (first.has(path)) {
      content = Buffer.concat([Buffer.from(readAtOnce), content]);
      await writeFile(path, content);
    }
    const size = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    await writeFile(`${path}.br`, await compress(content, { params: size }));
  }
}

/** Brotli finds the repetitions of pages over longer distances than the framework's gzip. */
export function packing(handle: RequestListener): RequestListener {
  const pack = compression({
    brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 7, [constants.BROTLI_PARAM_LGWIN]: 19 } },
  });
  return (request, response) => pack(request, response, () => void handle(request, response));
}

/** The framework sends the head of a response before a body that is already there. This sends both together. */
export function headWithBody(handle: RequestListener): RequestListener {
  return (request, response) => {
    const flush = response.flushHeaders;
    response.flushHeaders = () => {
      setImmediate(() => {
        if (!response.headersSent) flush.call(response);
      });
    };
    return handle(request, response);
  };
}

/** Exactly as the framework writes the style sheets into pages. */
export async function readStyles(folder = files): Promise<string[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".css"));
  return Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
}

export const hashStyles = (styles: readonly string[]): string[] =>
  styles.map((style) => `'sha256-${createHash("sha256").update(style).digest("base64")}'`);

// The framework repeats a page's styles twice in the data after the page: more than half of that data, and useless once
// the page is drawn. An empty text replaces them. A page that does not exist keeps them, because the browser draws it
// from that data.
export function stylingOnce(handle: RequestListener, styles: readonly string[]): RequestListener {
  const known = styles.map((style) => ({ begun: `>${style.slice(0, 100)}`, repeated: Buffer.from(inData(style)) }));
  const empty = Buffer.from(inData(" "));
  return (request, response) => {
    const write = response.write as (chunk: unknown, ...rest: unknown[]) => boolean;
    const carried = new Set<Buffer>();
    response.write = (chunk: unknown, ...rest: unknown[]) => {
      const isPage = String(response.getHeader("content-type") ?? "").startsWith("text/html");
      if (!isPage || !(chunk instanceof Uint8Array)) return write.call(response, chunk, ...rest);
      const bytes = Buffer.from(chunk);
      for (const { begun, repeated } of known) if (bytes.includes(begun)) carried.add(repeated);
      return write.call(response, replaceAll(bytes, carried, empty), ...rest);
    };
    return handle(request, response);
  };
}

/** As a row of the framework's data inside a script. */
function inData(text: string): string {
  const escaped = JSON.stringify(text)
    .slice(1, -1)
    .replace(/[&<>\u2028\u2029]/g, asCode);
  return `T${Buffer.byteLength(text).toString(16)},${escaped}`;
}

const asCode = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;

function replaceAll(chunk: Buffer, wanted: Iterable<Buffer>, by: Buffer): Buffer {
  for (const each of wanted) {
    const at = chunk.indexOf(each);
    if (at < 0) continue;
    const behind = replaceAll(chunk.subarray(at + each.length), [each], by);
    chunk = Buffer.concat([chunk.subarray(0, at), by, behind]);
  }
  return chunk;
}

/** Half a kilobyte of headers that are useless on a script or a style. */
const ofPages = [
  ...["Content-Security-Policy", "Cross-Origin-Opener-Policy", "Permissions-Policy"],
  ...["Referrer-Policy", "X-Frame-Options"],
];

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
    for (const header of ofPages) response.removeHeader(header);
    response.writeHead(200, {
      "content-type": types[kind],
      "content-encoding": "br",
      "content-length": size,
      // The name contains a hash of the content.
      "cache-control": "public, max-age=31536000, immutable",
      vary: "accept-encoding",
    });
    createReadStream(path)
      .on("error", () => response.destroy())
      .pipe(response);
  };
}
