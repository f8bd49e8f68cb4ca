import { appendFileSync } from "node:fs";
import { switchOn } from "../../lib/telemetry.ts";

// Loaded into the app of the browser tests with `--import`. Appends each statement that it sends, once, to a file that
// has one JSON text a line.

const path = process.env.TEST_STATEMENTS;

if (path) {
  const seen = new Set<unknown>();
  switchOn({
    tracer: {
      span(_, { attributes }, work) {
        const text = attributes?.["db.query.text"];
        if (text !== undefined && !seen.has(text)) appendFileSync(path, `${JSON.stringify(text)}\n`);
        seen.add(text);
        return work({ set: () => {} });
      },
      headers: () => ({}),
    },
  });
}
