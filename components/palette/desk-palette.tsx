"use client";

import { CircleQuestionMark, CornerDownRight, Keyboard, Store } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { use, useEffect, useState } from "react";
import { useGo } from "@/components/forms/leave-guard";
import { helpIn } from "@/components/help/help-texts";
import { MessagesForBrowser } from "@/components/messages-for-browser";
import { isOpenWith } from "@/components/shell/screens";
import type { NavSection } from "@/components/ui/app-frame";
import { type Command, CommandPalette } from "@/components/ui/command-palette";
import { ShortcutsHelp } from "@/components/ui/shortcuts-help";
import { boundShortcuts, useShortcut } from "@/components/ui/use-shortcut";
import { useDesk } from "@/lib/api/desk";
import { usePageCommands } from "./page-commands";
import { type Stores, useActions } from "./palette-actions";
import { pages, synonyms } from "./palette-pages";
import { useAddresses, useFoundRecords } from "./palette-records";
import { useShortcutList } from "./palette-shortcuts";
import { paletteTexts } from "./palette-texts";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  sections: readonly NavSection[];
  stores: Stores;
  helpFirst: boolean;
};

export default function DeskPalette(props: Props) {
  const locale = useLocale();
  const texts = use(paletteTexts(locale));
  return (
    <MessagesForBrowser locale={locale} texts={texts}>
      <Palette {...props} />
    </MessagesForBrowser>
  );
}

function Palette({ open, onOpenChange, sections, stores, helpFirst }: Props) {
  const t = useTranslations("palette");
  const shell = useTranslations("shell");
  const names = useTranslations();
  const goTo = useGo();
  const { base, can } = useDesk();
  const [help, setHelp] = useState(helpFirst);
  const [query, setQuery] = useState("");
  const go = (href: string) => () => {
    onOpenChange(false);
    goTo(href);
  };
  const found = useFoundRecords(open, query.trim(), go);
  const addresses = useAddresses(query.trim(), go);
  const actions = useActions(stores, go);
  const terms = useTerms(open && query.trim().length >= 2);
  const here = usePageCommands(open);
  useShortcut("?", () => setHelp(true));

  const places: Command[] = [
    ...sections.flatMap((section) => section.items.map(({ href, label, icon }) => ({ href, label, icon }))),
    ...pages.filter(isOpenWith(can)).map(({ path, name, record }) => ({
      href: base + path,
      label: record ? t("pageNames.importRecords", { many: names(`${record}.names.many`) }) : t(name as "yourAccount"),
      icon: <CornerDownRight aria-hidden />,
    })),
    ...(stores.length > 1 ? [{ href: "/stores", label: t("pageNames.stores"), icon: <Store aria-hidden /> }] : []),
  ].map(({ href, label, icon }) => {
    const others = synonyms[href.slice(base.length)];
    return { id: href, label, icon, onSelect: go(href), ...(others && { keywords: [t(others)] }) };
  });
  const known = new Set(actions.map(({ label }) => label));

  return (
    <>
      <CommandPalette
        open={open}
        onOpenChange={onOpenChange}
        label={shell("palette")}
        placeholder={shell("palette")}
        onQueryChange={setQuery}
        searching={found.searching}
        otherwise={{
          id: "no results",
          label: t("openHelp"),
          icon: <CircleQuestionMark aria-hidden />,
          onSelect: go(`${base}/help`),
        }}
        groups={[
          ...found.groups,
          { heading: t("heading.here"), items: here.filter(({ label }) => !known.has(label)) },
          { heading: t("pages"), items: places },
          {
            heading: t("actions"),
            items: [
              ...actions,
              { id: "help", label: shell("shortcuts"), icon: <Keyboard aria-hidden />, onSelect: () => setHelp(true) },
            ],
          },
          addresses,
          {
            heading: shell("helpPage"),
            items: terms.map(([concept, { name, text }]) => ({
              id: `help ${concept}`,
              label: name,
              keywords: text.match(/\b[A-Z]{3,}\b/g) ?? [],
              icon: <CircleQuestionMark aria-hidden />,
              onSelect: go(`${base}/help#${concept}`),
            })),
          },
        ]}
      />
      {help && <Help onClose={() => setHelp(false)} />}
    </>
  );
}

/** The help terms load once a person starts typing. */
function useTerms(wanted: boolean) {
  const locale = useLocale();
  const [terms, setTerms] = useState<[string, { name: string; text: string }][]>([]);
  useEffect(() => {
    if (!wanted) return;
    helpIn(locale).then(
      (texts) => setTerms(Object.entries(texts.terms)),
      () => setTerms([]),
    );
  }, [wanted, locale]);
  return wanted ? terms : [];
}

function Help({ onClose }: { onClose: () => void }) {
  const t = useTranslations("palette");
  const { base } = useDesk();
  const [bound] = useState(boundShortcuts);
  const { here, elsewhere } = useShortcutList(bound);
  return (
    <ShortcutsHelp
      open
      onOpenChange={onClose}
      groups={here}
      others={{ title: t("elsewhere"), groups: elsewhere }}
      whenOff={{ text: t("keysAreOff"), href: `${base}/settings/account`, action: t("keysSetting") }}
    />
  );
}
