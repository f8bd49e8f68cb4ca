import { ApiError } from "../../contract/errors.ts";
import { sentence } from "../../sentences.ts";
import { parseCsv } from "./csv.ts";
import { readHere } from "./thread.ts";

await readHere(({ text, bounds }) => {
  const { rows, count, problem } = parseCsv(text, { ...bounds, rows: bounds.rows + 1 });
  if (problem) throw new ApiError(400, "invalid_request", sentence("line", problem));
  if (count === 0) throw new ApiError(400, "invalid_request", sentence("fileEmpty"));
  if (count > bounds.rows + 1) {
    throw new ApiError(400, "invalid_request", sentence("fileLines", { count: count - 1, most: bounds.rows }));
  }
  return { head: null, all: rows };
});
