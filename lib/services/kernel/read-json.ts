import { ApiError } from "../../contract/errors.ts";
import { parseJson } from "../../contract/parse.ts";
import { readText } from "../../read-text.ts";

const maxBody = 1024 * 1024;

/** An empty body is read as `{}`, so that the schema reports the missing fields. */
export async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  const text = await readText(request, maxBody);
  if (text === null) throw new ApiError(413, "payload_too_large", "The body is larger than 1 MiB.");
  if (text === "") return {};
  if (type !== "application/json") {
    throw new ApiError(415, "unsupported_media_type", "Send the body as Content-Type: application/json.");
  }
  return parseJson(text);
}
