import { globSync } from "node:fs";
import { dirname } from "node:path";
import { affiliate } from "../../../lib/contract/affiliate/index.ts";
import { affiliateStorefront } from "../../../lib/contract/affiliate-storefront.ts";
import { checkout } from "../../../lib/contract/checkout/index.ts";
import { type Contract, operationsOf } from "../../../lib/contract/define.ts";
import { desk } from "../../../lib/contract/desk/index.ts";
import { storefront } from "../../../lib/contract/storefront.ts";
import { projectDir } from "../../../lib/runtime/runtime.ts";

export type Target = {
  method: string;
  path: string;
  query: readonly string[];
  example: Readonly<Record<string, unknown>>;
};

const contracts: [base: string, contract: Contract][] = [
  ["/services/checkout/v1", checkout],
  ["/services/affiliate/v1", affiliate],
  ["/services/checkout/storefront/v1", storefront],
  ["/services/affiliate/storefront/v1", affiliateStorefront],
  ["/api/:store/:mode/checkout", checkout],
  ["/api/:store/:mode/affiliate", affiliate],
  ["/api/:store/:mode/desk", desk],
];

/** Operations of the account library, of which only some are reachable. */
const accounts = ["sign-in/email", "sign-up/email", "sign-out", "get-session", "change-password", "update-user"];
const accountTargets = accounts.flatMap((path) => [`POST /api/auth/${path}`, `GET /api/auth/${path}`]);

/** Every route and page by its file, and every operation behind routes that take any path. */
export function findTargets(): Target[] {
  const plain = (method: string, path: string): Target => ({ method, path, query: [], example: {} });
  const files = globSync("app/**/{route.ts,page.tsx}", { cwd: projectDir });
  const fromFiles = files
    .filter((file) => !file.includes("[..."))
    .map((file) => ({ path: pathOf(file), isPage: file.endsWith("page.tsx") }))
    .flatMap(({ path, isPage }) => (isPage ? ["GET"] : ["GET", "POST"]).map((method) => plain(method, path)));
  const declared = contracts.flatMap(([base, contract]) =>
    operationsOf(contract).map(({ operation: { method, path, query, example = {} } }) => ({
      method,
      path: base + path,
      query: Object.keys(query?.shape ?? {}),
      example,
    })),
  );
  const others = accountTargets.map((words) => plain(...(words.split(" ") as [string, string])));
  return [...fromFiles, ...declared, ...others];
}

function pathOf(file: string): string {
  const folders = dirname(file).split("/").slice(1);
  const words = folders.filter((name) => !name.startsWith("(")).map((name) => name.replace(/^\[(\w+)\]$/, ":$1"));
  return `/${words.join("/")}`;
}
