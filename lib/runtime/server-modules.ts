import { registerHooks } from "node:module";

// Outside of Next, nothing can reach a browser, so an empty module replaces the `server-only` guard of `lib/server`.
// This must be imported first, and modules of `lib/server` afterwards with `await import(…)`.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "server-only"
      ? { url: "data:text/javascript,", format: "module", shortCircuit: true }
      : next(specifier, context),
});
