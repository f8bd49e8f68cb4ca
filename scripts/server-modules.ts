import { registerHooks } from "node:module";

// Outside of Next nothing can reach a browser, so the guard that `lib/server` carries has nothing to guard. Import
// this first, and what needs it afterwards with `await import(…)`.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "server-only"
      ? { url: "data:text/javascript,", format: "module", shortCircuit: true }
      : next(specifier, context),
});
