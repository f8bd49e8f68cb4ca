"use client";

import { useQuery } from "@tanstack/react-query";
import {
  Banknote,
  FlaskConical,
  Keyboard,
  KeyRound,
  Package,
  Plus,
  ShoppingBag,
  SlidersHorizontal,
  Tag,
  UserCheck,
  UserPlus,
  UserRoundCog,
  Users,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useDesk } from "@/lib/api/desk";
import { upsellStatuses } from "@/lib/contract/checkout/upsell-words";
import { isIdentifier } from "@/lib/contract/paths";
import { useGo } from "./leave-guard";
import { periodKeys } from "./period-keys";
import type { NavSection } from "./ui/app-frame";
import { CommandPalette, preloadCommandPalette } from "./ui/command-palette";
import { ShortcutsHelp, useTableShortcuts } from "./ui/shortcuts-help";
import { useDebounced } from "./ui/use-debounced";

/** Ids have a digit somewhere, and words that are searched for hardly ever. */
const isOrderLike = (text: string) => /\d/.test(text) && isIdentifier(text);

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  sections: readonly NavSection[];
  /** It was the shortcuts that were asked for first. */
  helpFirst: boolean;
};

// Whoever loads this is about to open it.
if (typeof window !== "undefined") preloadCommandPalette();

/** Every page, record and action by name. */
export default function DeskPalette({ open, onOpenChange, sections, helpFirst }: Props) {
  const t = useTranslations("shell");
  const goTo = useGo();
  const { base, can, checkout, desk, extensions } = useDesk();
  const [helpOpen, setHelpOpen] = useState(helpFirst);
  const [query, setQuery] = useState("");
  const search = useDebounced(query.trim());
  const maySearch = extensions.checkout && can("checkout", "upsells", "list");
  const found = useQuery({
    ...checkout.upsells.list.options({ query: { search, per_page: 6 } }),
    enabled: open && maySearch && search.length >= 2,
  });
  const maySearchBundles = extensions.checkout && can("checkout", "bundles", "list");
  const foundBundles = useQuery({
    ...checkout.bundles.list.options({ query: { search, per_page: 6 } }),
    enabled: open && maySearchBundles && search.length >= 2,
  });
  const maySearchExperiments = extensions.checkout && can("checkout", "experiments", "list");
  const foundExperiments = useQuery({
    ...checkout.experiments.list.options({ query: { search, per_page: 6 } }),
    enabled: open && maySearchExperiments && search.length >= 2,
  });
  const maySearchAffiliates = can("desk", "affiliate_names", "search");
  const foundAffiliates = useQuery({
    ...desk.affiliate_names.search.options({ query: { search: search.slice(0, 100) } }),
    enabled: open && maySearchAffiliates && search.length >= 2,
  });
  const statusName = (status?: string) => {
    const known = upsellStatuses.find((word) => word === status);
    return known ? t(`offerStatuses.${known}`) : status;
  };
  const go = (href: string) => () => {
    onOpenChange(false);
    goTo(href);
  };
  const tables = useTableShortcuts();
  const analytics = {
    title: t("analytics"),
    items: periodKeys.map(([key, name]) => ({ keys: [key], label: t(`periods.${name}`) })),
  };

  const review = {
    title: t("reviewKeys.title"),
    items: [
      { keys: ["j"], label: t("reviewKeys.next") },
      { keys: ["k"], label: t("reviewKeys.previous") },
      { keys: ["a"], label: t("reviewKeys.approve") },
      { keys: ["r 1", "r 0"], label: t("reviewKeys.reject") },
      { keys: ["u"], label: t("reviewKeys.undo") },
      { keys: ["x"], label: t("reviewKeys.select") },
      { keys: ["shift+x", "shift+j"], label: t("reviewKeys.range") },
    ],
  };

  const pages = sections.flatMap((section) => section.items);
  return (
    <>
      <CommandPalette
        open={open}
        onOpenChange={onOpenChange}
        label={t("palette")}
        placeholder={t("palette")}
        onQueryChange={setQuery}
        searching={
          found.isFetching ||
          foundBundles.isFetching ||
          foundExperiments.isFetching ||
          foundAffiliates.isFetching ||
          (maySearch && query.trim().length >= 2 && query.trim() !== search)
        }
        groups={[
          {
            heading: t("records"),
            found: true,
            items: (found.data?.data ?? []).map((offer) => ({
              id: offer.id,
              label: offer.name ?? offer.id,
              icon: <Tag aria-hidden />,
              aside: statusName(offer.status),
              onSelect: go(`${base}/upsells/${offer.id}`),
            })),
          },
          {
            heading: t("bundles"),
            found: true,
            items: (foundBundles.data?.data ?? []).map(({ id, name = id }) => ({
              id,
              label: name,
              icon: <Package aria-hidden />,
              onSelect: go(`${base}/bundles/${encodeURIComponent(id)}`),
            })),
          },
          {
            heading: t("experiments"),
            found: true,
            items: (foundExperiments.data?.data ?? []).map(({ id, name = id }) => ({
              id,
              label: name,
              icon: <FlaskConical aria-hidden />,
              onSelect: go(`${base}/experiments/${encodeURIComponent(id)}`),
            })),
          },
          {
            heading: t("affiliates"),
            found: true,
            items: (foundAffiliates.data?.data ?? []).slice(0, 6).map(({ id, name, email }) => ({
              id: `affiliate ${id}`,
              label: name ?? id,
              icon: <Users aria-hidden />,
              ...(email && email !== name && { aside: email }),
              onSelect: go(`${base}/affiliates/${encodeURIComponent(id)}`),
            })),
          },
          {
            heading: t("pages"),
            items: [
              ...pages,
              ...(can("checkout", "settings", "get")
                ? [
                    {
                      href: `${base}/settings/service`,
                      label: t("serviceSettings"),
                      icon: <SlidersHorizontal aria-hidden />,
                    },
                  ]
                : []),
              { href: `${base}/settings/keys`, label: t("apiKeys"), icon: <KeyRound aria-hidden /> },
              ...(can("desk", "people", "list")
                ? [{ href: `${base}/settings/people`, label: t("people"), icon: <UserPlus aria-hidden /> }]
                : []),
              { href: `${base}/settings/account`, label: t("yourAccount"), icon: <UserRoundCog aria-hidden /> },
            ].map(({ href, label, icon }) => ({ id: href, label, icon, onSelect: go(href) })),
          },
          {
            heading: t("actions"),
            items: [
              ...(can("checkout", "upsells", "create")
                ? [
                    {
                      id: "new",
                      label: t("newUpsell"),
                      icon: <Plus aria-hidden />,
                      onSelect: go(`${base}/upsells/new`),
                    },
                  ]
                : []),
              ...(can("checkout", "bundles", "create")
                ? [
                    {
                      id: "new-bundle",
                      label: t("newBundle"),
                      icon: <Plus aria-hidden />,
                      onSelect: go(`${base}/bundles/new`),
                    },
                  ]
                : []),
              ...(can("checkout", "webhooks", "create")
                ? [
                    {
                      id: "new-webhook",
                      label: t("newWebhook"),
                      icon: <Plus aria-hidden />,
                      onSelect: go(`${base}/webhooks/new`),
                    },
                  ]
                : []),
              ...(can("affiliate", "affiliates", "create")
                ? [
                    {
                      id: "new-affiliate",
                      label: t("newAffiliate"),
                      icon: <Plus aria-hidden />,
                      onSelect: go(`${base}/affiliates/new`),
                    },
                  ]
                : []),
              ...(can("affiliate", "affiliates", "update")
                ? [
                    {
                      id: "applications",
                      label: t("reviewApplications"),
                      icon: <UserCheck aria-hidden />,
                      onSelect: go(`${base}/affiliates/applications`),
                    },
                  ]
                : []),
              ...(can("affiliate", "payouts", "create")
                ? [
                    {
                      id: "pay",
                      label: t("payAffiliates"),
                      icon: <Banknote aria-hidden />,
                      onSelect: go(`${base}/payouts/new`),
                    },
                  ]
                : []),
              ...(can("affiliate", "links", "create")
                ? [
                    {
                      id: "new-link",
                      label: t("newLink"),
                      icon: <Plus aria-hidden />,
                      onSelect: go(`${base}/links/new`),
                    },
                  ]
                : []),
              ...(can("desk", "keys", "create")
                ? [
                    {
                      id: "new-key",
                      label: t("newKey"),
                      icon: <Plus aria-hidden />,
                      onSelect: go(`${base}/settings/keys?new=true`),
                    },
                  ]
                : []),
              ...(can("checkout", "orders", "get") && isOrderLike(query.trim())
                ? [
                    {
                      id: "order",
                      label: t("lookUpOrder", { id: query.trim() }),
                      icon: <ShoppingBag aria-hidden />,
                      onSelect: go(`${base}/orders/${encodeURIComponent(query.trim())}`),
                    },
                  ]
                : []),
              {
                id: "help",
                label: t("shortcuts"),
                icon: <Keyboard aria-hidden />,
                onSelect: () => {
                  onOpenChange(false);
                  setHelpOpen(true);
                },
              },
            ],
          },
        ]}
      />
      <ShortcutsHelp
        open={helpOpen}
        onOpenChange={setHelpOpen}
        groups={[
          {
            title: t("help.everywhere"),
            items: [
              { keys: ["mod+k"], label: t("help.palette") },
              { keys: ["?"], label: t("help.help") },
              { keys: ["mod+s"], label: t("help.save") },
              { keys: ["g o"], label: t("help.goOverview") },
              { keys: ["g u"], label: t("help.goUpsells") },
              ...(can("checkout", "bundles", "list") ? [{ keys: ["g b"], label: t("help.goBundles") }] : []),
              ...(can("checkout", "experiments", "list") ? [{ keys: ["g e"], label: t("help.goExperiments") }] : []),
              ...(can("checkout", "analytics", "metrics") ? [{ keys: ["g a"], label: t("help.goAnalytics") }] : []),
              ...(can("checkout", "orders", "get") ? [{ keys: ["g r"], label: t("help.goOrders") }] : []),
              ...(can("affiliate", "affiliates", "list") ? [{ keys: ["g f"], label: t("help.goAffiliates") }] : []),
              ...(can("affiliate", "orders", "list") ? [{ keys: ["g t"], label: t("help.goAttributedOrders") }] : []),
              ...(can("affiliate", "commissions", "list") ? [{ keys: ["g c"], label: t("help.goCommissions") }] : []),
              ...(can("checkout", "webhooks", "logs") ? [{ keys: ["g w"], label: t("help.goWebhooks") }] : []),
              ...(can("affiliate", "payouts", "list") ? [{ keys: ["g p"], label: t("help.goPayouts") }] : []),
              ...(can("affiliate", "links", "list") ? [{ keys: ["g l"], label: t("help.goLinks") }] : []),
              ...(can("affiliate", "analytics", "summary") ? [{ keys: ["g m"], label: t("help.goPerformance") }] : []),
              { keys: ["g s"], label: t("help.goSettings") },
              ...(can("checkout", "upsells", "create") ? [{ keys: ["n"], label: t("help.newUpsell") }] : []),
            ],
          },
          tables,
          ...(can("checkout", "analytics", "metrics") ? [analytics] : []),
          ...(can("affiliate", "commissions", "approve") ? [review] : []),
        ]}
      />
    </>
  );
}
