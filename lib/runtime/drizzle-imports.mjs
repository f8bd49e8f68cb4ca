import module from "node:module";

const known = new Map();

/** Within the package, the modules for `import` end in `.js` and those for `require` in `.cjs`. */
function resolve(specifier, context, next) {
  if (/^\.\.?\/.*\.js$/.test(specifier) && context.parentURL?.includes("/node_modules/drizzle-orm/"))
    return { url: new URL(specifier, context.parentURL).href, format: "module", shortCircuit: true };
  if (!/^drizzle-orm(\/|$)/.test(specifier)) return next(specifier, context);
  const key = `${specifier} ${context.conditions}`;
  const found = known.get(key) ?? { ...next(specifier, context), shortCircuit: true };
  known.set(key, found);
  return found;
}

// Node parses the `exports` of a package for each of its modules and for each import of it. Those of drizzle-orm are 130 KB: without
// the hook, the services load in 2.2 seconds instead of 0.7. Node 20, which only starts Node 24, has no such hooks.
module.registerHooks?.({ resolve });
