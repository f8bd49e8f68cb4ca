import { type LucideIcon, UserPlus } from "lucide-react";
import type { useTranslations } from "next-intl";
import type { Screen } from "@/components/shell/screens";
import { reportTypes } from "@/lib/contract/checkout/report-words";
import { type RecordName, recordNames, records } from "@/lib/contract/record-words";

type Words = ReturnType<typeof useTranslations<"palette">>;
type Name = Parameters<Words>[0];
type Named = { name: Name; record?: undefined } | { name?: undefined; record: RecordName };
type Place = Pick<Screen, "path" | "may"> & { icon?: LucideIcon } & Named;

const ofRecords = (names: readonly RecordName[], page: "new" | "import") =>
  names.map(
    (record): Place => ({
      path: `/${record}/${page}`,
      record,
      may: [records[record].api, record, "create"] as Place["may"],
    }),
  );

export const pages: readonly Place[] = [
  // Bundles have no page for imports.
  ...ofRecords(
    recordNames.filter((name) => name !== "bundles"),
    "import",
  ),
  { path: "/upsells/proposals", name: "pageNames.proposals", may: ["checkout", "proposals", "list"] },
  { path: "/upsells/products", name: "pageNames.products", may: ["desk", "remembered", "list"] },
  { path: "/upsells/products/import", name: "pageNames.importProducts", may: ["desk", "remembered", "import_csv"] },
  ...reportTypes.map((report) => ({
    path: `/analytics?report=${report}`,
    name: `pageNames.${report}` as const,
    may: ["checkout", "analytics", "report"] as Place["may"],
  })),
  { path: "/affiliates/applications", name: "reviewApplications", may: ["affiliate", "affiliates", "update"] },
  { path: "/affiliates/program", name: "pageNames.programPage", may: ["desk", "partner_program", "get"] },
  {
    path: "/affiliates/program/invitations",
    name: "pageNames.partnerInvitations",
    may: ["desk", "partner_invitations", "list"],
  },
  {
    path: "/affiliates/program/import",
    name: "pageNames.importInvitations",
    may: ["desk", "partner_invitations", "import_csv"],
  },
  { path: "/affiliates/program/templates", name: "pageNames.mailTemplates", may: ["desk", "mail_templates", "list"] },
  { path: "/affiliates/media-kit", name: "pageNames.mediaKit", may: ["desk", "portal_media", "list"] },
  { path: "/affiliates/program/mails", name: "pageNames.partnerMails", may: ["desk", "mails", "list"] },
  { path: "/affiliates/risks", name: "pageNames.risks", may: ["affiliate", "risks", "list"] },
  { path: "/affiliates/rules", name: "pageNames.programRules", may: ["affiliate", "program", "get"] },
  { path: "/payouts/match", name: "pageNames.matchPayouts", may: ["desk", "payout_files", "match"] },
  { path: "/payouts/settings", name: "pageNames.payoutSettings", may: ["desk", "payout_settings", "get"] },
  ...(["affiliates", "products", "clicks"] as const).map((report) => ({
    path: `/affiliate-analytics?report=${report}`,
    name: `pageNames.${report}Report` as const,
    may: ["affiliate", "analytics", "summary"] as Place["may"],
  })),
  { path: "/webhooks/events", name: "pageNames.events", may: ["checkout", "webhooks", "logs"] },
  { path: "/webhooks/find", name: "pageNames.find", may: ["checkout", "webhooks", "find"] },
  { path: "/webhooks/doctor", name: "pageNames.doctor", may: ["checkout", "webhooks", "logs"] },
  { path: "/settings/service", name: "serviceSettings", may: ["checkout", "settings", "get"] },
  { path: "/settings/shop", name: "pageNames.shop", may: ["checkout", "shop", "contact"] },
  { path: "/settings/keys", name: "records.keys" },
  { path: "/settings/people", name: "records.people", may: ["desk", "people", "list"] },
  { path: "/settings/shoppers", name: "pageNames.shoppers", may: ["desk", "shoppers", "find"] },
  { path: "/settings/account", name: "yourAccount" },
  { path: "/help", name: "helpPage" },
];

type Synonyms = Name extends infer N ? (N extends `synonyms.${string}` ? N : never) : never;

/** Other words by which people look for a page, by its path. */
export const synonyms: Partial<Record<string, Synonyms>> = {
  "": "synonyms.overview",
  "/analytics": "synonyms.analytics",
  "/analytics?report=revenue_attribution": "synonyms.sources",
  "/orders": "synonyms.orders",
  "/upsells": "synonyms.offers",
  "/upsells/new": "synonyms.offers",
  "/bundles": "synonyms.bundles",
  "/bundles/new": "synonyms.bundles",
  "/experiments": "synonyms.experiments",
  "/affiliates": "synonyms.affiliates",
  "/affiliate-orders": "synonyms.attributed",
  "/commissions": "synonyms.commissions",
  "/payouts": "synonyms.payouts",
  "/payouts/new": "synonyms.payouts",
  "/payouts/match": "synonyms.match",
  "/payouts/settings": "synonyms.payoutSettings",
  "/links": "synonyms.links",
  "/affiliate-analytics": "synonyms.performance",
  "/affiliates/rules": "synonyms.rules",
  "/webhooks": "synonyms.webhooks",
  "/activity": "synonyms.activity",
  "/settings": "synonyms.settings",
  "/settings/shop": "synonyms.shop",
  "/settings/people": "synonyms.people",
  "/settings/account": "synonyms.account",
  "/settings/keys": "synonyms.keys",
  "/settings/shoppers": "synonyms.shoppers",
};

export const beginnings: readonly Place[] = [
  ...ofRecords(recordNames, "new"),
  { path: "/experiments/new", name: "newExperiment", may: ["checkout", "experiments", "create"] },
  { path: "/webhooks/new", name: "newWebhook", may: ["checkout", "webhooks", "create"] },
  { path: "/payouts/new", name: "payAffiliates", may: ["desk", "payouts", "confirm"] },
  { path: "/settings/keys?new=true", name: "newKey", may: ["desk", "keys", "create"] },
  { path: "/settings/people?invite=true", name: "invite", may: ["desk", "invitations", "create"], icon: UserPlus },
];

export const addresses: readonly (Place & { name: `byId.${string}` & Name })[] = [
  { path: "/orders/:id", name: "byId.order", may: ["checkout", "orders", "get"] },
  { path: "/affiliate-orders/:id", name: "byId.attributed", may: ["affiliate", "orders", "get"] },
  { path: "/commissions?status=all&id=:id", name: "byId.commission", may: ["affiliate", "commissions", "get"] },
  { path: "/payouts/:id", name: "byId.payout", may: ["affiliate", "payouts", "get"] },
  { path: "/links/:id", name: "byId.link", may: ["affiliate", "links", "get"] },
  { path: "/affiliates/:id", name: "byId.affiliate", may: ["affiliate", "affiliates", "get"] },
  { path: "/webhooks/find?search=:id", name: "byId.event", may: ["checkout", "webhooks", "find"] },
];
