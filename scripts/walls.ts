import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectDir } from "../lib/runtime/runtime.ts";

// The import walls between folders. `npm run format` writes them to biome.walls.json, which biome.json extends.

const bans = {
  app: {
    group: ["@/app/**", "**/app/**"],
    message: "app is the top layer: move what is shared to components or lib.",
  },
  components: {
    group: ["@/components/**", "**/components/**"],
    message: "Parts of screens belong to app and components.",
  },
  productTerms: {
    group: ["@/lib/**", "!@/lib/i18n/**"],
    message: "components/ui contains no product terms: what could not be in another product belongs in components.",
  },
  productParts: {
    group: ["../*", "@/components/*", "!@/components/ui/**"],
    message: "components/ui is below the other components.",
  },
  charts: {
    group: ["recharts", "recharts/**"],
    message: "Only components/charts imports Recharts, so that no other screen loads it.",
  },
  browser: { group: ["@/lib/api/**", "**/api/**"], message: "lib/api is the browser's side." },
  server: {
    group: ["@/lib/server/**", "**/server/**", "!server-only"],
    message: "The server's code stays in lib/server; a screen gets its data through lib/api.",
  },
  services: {
    group: ["@/lib/services/**", "**/services/**"],
    message: "Only lib/server/wire/upstream.ts knows that our own services are here; others call an API.",
  },
  database: {
    group: ["@/lib/database/**", "**/database/**", "pg", "drizzle-orm", "drizzle-orm/**"],
    message: "The database is for lib/services and lib/server.",
  },
  framework: {
    group: ["next", "next/**", "react", "react-dom", "next-intl", "next-intl/**"],
    message: "The services import neither Next nor React, so that they run without them.",
  },
  aboveShop: {
    group: ["@/**", "../**", "!../decimal.ts", "!../discount.ts"],
    message: "Shops load this code: it contains nothing of the product but how prices are computed.",
  },
  product: {
    group: ["@/**", "**/lib/**", "**/app/**", "**/components/**", "**/scripts/**"],
    message: "The second upstream stands for another vendor: it knows the specifications and nothing of the product.",
  },
};

/** The rooms of lib/server, each above the ones before it. `ground` and `roof` are the files beside them. */
export const street = {
  ground: "{db,env,notify,registry,security-text,unawaited}*",
  wire: "wire/**",
  memory: "memory/**",
  people: "people/**",
  work: "work/**",
  payouts: "payouts/**",
  partners: "partners/**",
  desk: "desk/**",
  foreign: "foreign/**",
  roof: "{boot,demo,desk-page,portal-page,program-page,proxy,registrations,rotate-secret}*",
};
type Room = keyof typeof street;
const rooms = Object.keys(street) as Room[];

const above = Object.fromEntries(
  rooms.map((room, at) => {
    const group = rooms.slice(at + 1).map((upper) => `{@/lib/server,.,..,../..,../../..}/${street[upper]}`);
    const message = "A room of lib/server imports only rooms below it, in the order of `street`. Upper rooms register.";
    return [room, { group, message }];
  }),
) as Record<Room, { group: string[]; message: string }>;

const layers: { files: string[]; not: (keyof typeof bans | Room)[] }[] = [
  {
    files: ["components/ui/**"],
    not: ["productTerms", "productParts", "app", "server", "charts"],
  },
  {
    files: ["components/**", "!components/ui/**", "!components/charts/**"],
    not: ["server", "services", "database", "app", "charts"],
  },
  { files: ["components/charts/**"], not: ["server", "services", "database", "app"] },
  { files: ["app/**"], not: ["charts"] },
  {
    files: ["lib/api/**"],
    not: ["server", "services", "database", "app", "components"],
  },
  {
    files: ["lib/contract/**", "!lib/contract/**/*.test.ts"],
    not: ["server", "services", "database", "app", "components", "browser", "framework"],
  },
  {
    files: ["lib/services/**", "!lib/services/**/*.test.ts"],
    not: ["server", "browser", "app", "components", "framework"],
  },
  {
    files: ["lib/server/**", "!lib/server/wire/upstream.ts", "!lib/server/**/*.test.ts"],
    not: ["services", "app", "components"],
  },
  ...rooms.slice(0, -1).map((room) => ({
    files: [`lib/server/${street[room]}`, "!lib/server/wire/upstream.ts", "!lib/server/**/*.test.ts"],
    not: ["services" as const, "app" as const, "components" as const, room],
  })),
  { files: ["lib/server/wire/upstream.ts"], not: ["app", "components", "wire"] },
  { files: ["lib/sdk/*.ts", "!lib/sdk/*.test.ts"], not: ["aboveShop"] },
  { files: ["e2e/second-upstream/**"], not: ["product"] },
];

export const wallsFile = join(projectDir, "biome.walls.json");

export function wallsText(): string {
  const overrides = layers.map(({ files, not }) => ({
    includes: files,
    linter: {
      rules: {
        style: {
          noRestrictedImports: {
            level: "error",
            options: { patterns: not.map((name) => ({ ...bans, ...above })[name]) },
          },
        },
      },
    },
  }));
  return `${JSON.stringify({ $schema: "./node_modules/@biomejs/biome/configuration_schema.json", overrides }, null, 2)}\n`;
}

if (process.argv[1] === import.meta.filename) writeFileSync(wallsFile, wallsText());
