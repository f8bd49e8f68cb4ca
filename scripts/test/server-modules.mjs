import { existsSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import "../../lib/runtime/server-modules.ts";

// Node itself loads what tests of the server import, as it does for the services and the worker, in a third of the time
// that Vite takes. Only Next's compiler knows `@/`, names without their ending, and JSON without an attribute.

const root = new URL("../../", import.meta.url);

registerHooks({
  resolve(specifier, context, next) {
    if (specifier.endsWith(".json")) return { ...next(specifier, context), importAttributes: { type: "json" } };
    if (!specifier.startsWith("@/")) return next(specifier, context);
    const url = new URL(specifier.slice(2), root).href;
    return next(existsSync(fileURLToPath(`${url}.ts`)) ? `${url}.ts` : url, context);
  },
});
