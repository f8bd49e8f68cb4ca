import type { Contract, Method, NamedOperation } from "./define.ts";
import { operationsOf } from "./define.ts";
import { ApiError } from "./errors.ts";

/** A value that is not an id is refused and not only encoded: URL parsers resolve `..` and even `%2e%2e`. */
export function buildPath(path: string, params: Record<string, string> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`Path parameter "${name}" is missing in ${path}.`);
    if (!isIdentifier(value)) {
      const message = "Must be an ID: letters, digits, dashes, underscores, inner dots or colons.";
      throw new ApiError(400, "invalid_request", `${name}: ${message}`, [{ field: name, message }]);
    }
    return encodeURIComponent(value);
  });
}

// Ids of other APIs contain `:` and `.`. At either end of an id, these characters would be path syntax.
const identifier = /^[A-Za-z0-9_-](?:[A-Za-z0-9_:.-]{0,62}[A-Za-z0-9_-])?$/;

export function isIdentifier(value: string): boolean {
  return identifier.test(value) && !value.includes("..");
}

export type RouteMatch = { found: NamedOperation; params: Record<string, string> } | { found: null; allowed: Method[] };

export function createMatcher(contract: Contract): (method: string, segments: readonly string[]) => RouteMatch {
  const routes = operationsOf(contract)
    .map((named) => ({ named, pattern: named.operation.path.split("/").slice(1) }))
    .sort((a, b) => parameters(a.pattern) - parameters(b.pattern));

  return (method, segments) => {
    const allowed: Method[] = [];
    for (const { named, pattern } of routes) {
      const params = matchSegments(pattern, segments);
      if (!params || !Object.values(params).every(isIdentifier)) continue;
      if (named.operation.method === method) return { found: named, params };
      allowed.push(named.operation.method);
    }
    return { found: null, allowed };
  };
}

function parameters(pattern: readonly string[]): number {
  return pattern.filter((segment) => segment.startsWith(":")).length;
}

function matchSegments(pattern: readonly string[], segments: readonly string[]): Record<string, string> | null {
  if (pattern.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const actual = segments[index] as string;
    if (expected.startsWith(":")) params[expected.slice(1)] = actual;
    else if (expected !== actual) return null;
  }
  return params;
}
