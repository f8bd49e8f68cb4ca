import {
  Banknote,
  ChartLine,
  ChartSpline,
  FlaskConical,
  HandCoins,
  History,
  House,
  Link2,
  ListChecks,
  type LucideIcon,
  Package,
  ReceiptText,
  Settings,
  ShoppingBag,
  Tags,
  Users,
  Webhook,
} from "lucide-react";
import type { Desk } from "@/lib/api/desk";
import type palette from "@/lib/i18n/messages/en/palette.json";

export type Screen = {
  path: string;
  icon: LucideIcon;
  may?: Parameters<Desk["can"]>;
} & (WithKey | { name: "jobs" | "activity"; key?: undefined });
type WithKey = { name: keyof typeof palette.help.go; key: string };

const revenue: readonly Screen[] = [
  { name: "overview", path: "", icon: House, key: "o" },
  { name: "upsells", path: "/upsells", icon: Tags, key: "u", may: ["checkout", "upsells", "list"] },
  { name: "bundles", path: "/bundles", icon: Package, key: "b", may: ["checkout", "bundles", "list"] },
  { name: "experiments", path: "/experiments", icon: FlaskConical, key: "e", may: ["checkout", "experiments", "list"] },
  { name: "analytics", path: "/analytics", icon: ChartLine, key: "a", may: ["checkout", "analytics", "metrics"] },
  { name: "orders", path: "/orders", icon: ShoppingBag, key: "r", may: ["checkout", "orders", "get"] },
];
const program: readonly Screen[] = [
  { name: "affiliates", path: "/affiliates", icon: Users, key: "f", may: ["affiliate", "affiliates", "list"] },
  {
    name: "affiliateOrders",
    path: "/affiliate-orders",
    icon: ReceiptText,
    key: "t",
    may: ["affiliate", "orders", "list"],
  },
  { name: "commissions", path: "/commissions", icon: HandCoins, key: "c", may: ["affiliate", "commissions", "list"] },
  { name: "payouts", path: "/payouts", icon: Banknote, key: "p", may: ["affiliate", "payouts", "list"] },
  { name: "links", path: "/links", icon: Link2, key: "l", may: ["affiliate", "links", "list"] },
  {
    name: "affiliateAnalytics",
    path: "/affiliate-analytics",
    icon: ChartSpline,
    key: "m",
    may: ["affiliate", "analytics", "summary"],
  },
];
const operate: readonly Screen[] = [
  { name: "webhooks", path: "/webhooks", icon: Webhook, key: "w", may: ["checkout", "webhooks", "logs"] },
  { name: "jobs", path: "/jobs", icon: ListChecks },
  { name: "activity", path: "/activity", icon: History },
  { name: "settings", path: "/settings", icon: Settings, key: "s" },
];

/** The navigation. Other pages are in `palette-pages.ts`. */
export const sections = [
  { name: "revenue", screens: revenue },
  { name: "program", screens: program },
  { name: "operate", screens: operate },
] as const;

/** Several calls read these screens. The others are fetched while the pointer rests on their link. */
export const heavy: readonly Screen["name"][] = [
  "overview",
  "experiments",
  "analytics",
  "affiliateAnalytics",
  "settings",
];

export const screens = [...revenue, ...program, ...operate];

export const isOpenWith =
  (can: Desk["can"]) =>
  ({ may }: Pick<Screen, "may">) =>
    may === undefined || can(...may);
