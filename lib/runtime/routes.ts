import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectDir } from "./runtime.ts";

type Route = { page: string; regex: string };

/** Gives metrics the pattern of an address, without ids and names. */
export function readRoutes(): (path: string) => string {
  const file = join(projectDir, ".next", "routes-manifest.json");
  if (!existsSync(file)) return () => "other";
  const { staticRoutes, dynamicRoutes } = JSON.parse(readFileSync(file, "utf8")) as Record<string, Route[]>;
  const known = [...(staticRoutes ?? []), ...(dynamicRoutes ?? [])].map(
    ({ page, regex }) => [page, new RegExp(regex)] as const,
  );
  return (path) => {
    if (path.startsWith("/_next/")) return "/_next";
    return known.find(([, regex]) => regex.test(path))?.[0] ?? "other";
  };
}
