import { ApiError } from "../../contract/errors.ts";
import { parseJson } from "../../contract/parse.ts";

export async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  const text = await request.text();
  if (text === "") throw new ApiError(400, "invalid_request", "The request needs a JSON body.");
  if (type !== "application/json") {
    throw new ApiError(415, "unsupported_media_type", "Send the body as Content-Type: application/json.");
  }
  return parseJson(text);
}
