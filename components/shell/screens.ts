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
  /** Below the store and the mode. */
  path: string;
  icon: LucideIcon;
  /** The operation that a role must have. */
  may?: Parameters<Desk["can"]>;
  /** True unless one call reads the screen. Other screens are fetched while the pointer rests on their link. */
  heavy?: boolean;
} & (WithKey | { name: "jobs" | "activity"; key?: undefined });
/** The screen is opened by "g" and this key. */
type WithKey = { name: keyof typeof palette.help.go; key: string };

/** The navigation. Other pages are in `palette-pages.ts`. */
export const sections: readonly { name: "revenue" | "program" | "operate"; screens: readonly Screen[] }[] = [
  {
    name: "revenue",
    screens: [
      { name: "overview", path: "", icon: House, key: "o", heavy: true },
      { name: "upsells", path: "/upsells", icon: Tags, key: "u", may: ["checkout", "upsells", "list"] },
      { name: "bundles", path: "/bundles", icon: Package, key: "b", may: ["checkout", "bundles", "list"] },
      {
        name: "experiments",
        path: "/experiments",
        icon: FlaskConical,
        key: "e",
        may: ["checkout", "experiments", "list"],
        heavy: true,
      },
      {
        name: "analytics",
        path: "/analytics",
        icon: ChartLine,
        key: "a",
        may: ["checkout", "analytics", "metrics"],
        heavy: true,
      },
      { name: "orders", path: "/orders", icon: ShoppingBag, key: "r", may: ["checkout", "orders", "get"] },
    ],
  },
  {
    name: "program",
    screens: [
      { name: "affiliates", path: "/affiliates", icon: Users, key: "f", may: ["affiliate", "affiliates", "list"] },
      {
        name: "attributedOrders",
        path: "/affiliate-orders",
        icon: ReceiptText,
        key: "t",
        may: ["affiliate", "orders", "list"],
      },
      {
        name: "commissions",
        path: "/commissions",
        icon: HandCoins,
        key: "c",
        may: ["affiliate", "commissions", "list"],
      },
      { name: "payouts", path: "/payouts", icon: Banknote, key: "p", may: ["affiliate", "payouts", "list"] },
      { name: "links", path: "/links", icon: Link2, key: "l", may: ["affiliate", "links", "list"] },
      {
        name: "performance",
        path: "/affiliate-analytics",
        icon: ChartSpline,
        key: "m",
        may: ["affiliate", "analytics", "summary"],
        heavy: true,
      },
    ],
  },
  {
    name: "operate",
    screens: [
      { name: "webhooks", path: "/webhooks", icon: Webhook, key: "w", may: ["checkout", "webhooks", "logs"] },
      { name: "jobs", path: "/jobs", icon: ListChecks },
      { name: "activity", path: "/activity", icon: History },
      { name: "settings", path: "/settings", icon: Settings, key: "s", heavy: true },
    ],
  },
];

export const screens = sections.flatMap((section) => section.screens);

/** Keeps what the role may open. */
export const isOpenWith =
  (can: Desk["can"]) =>
  ({ may }: { may?: Screen["may"] }) =>
    may === undefined || can(...may);
