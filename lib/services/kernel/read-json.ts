import { ApiError } from "../../contract/errors.ts";
import { parseJson } from "../../contract/parse.ts";

const maxBody = 1024 * 1024;

/** No body at all reads as `{}`: the schema says which fields are missing. */
export async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  const text = await readText(request);
  if (text === "") return {};
  if (type !== "application/json") {
    throw new ApiError(415, "unsupported_media_type", "Send the body as Content-Type: application/json.");
  }
  return parseJson(text);
}

/** Stops reading where the limit is passed, whatever the request said of its length. */
async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBody) throw tooLarge();
  if (!request.body) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBody) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function tooLarge(): ApiError {
  return new ApiError(413, "payload_too_large", "The body is larger than 1 MiB.");
}
