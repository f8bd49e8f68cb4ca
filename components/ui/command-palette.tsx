"use client";

import { Command as Menu } from "cmdk";
import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { Spinner } from "./button";
import { Dialog } from "./dialog";
import { Kbd } from "./kbd";
import { takeTyped, useShortcut } from "./use-shortcut";

export type Command = {
  id: string;
  label: string;
  keywords?: string[];
  icon?: ReactNode;
  aside?: ReactNode;
  onSelect: () => void;
};
export type CommandGroup = {
  heading: string;
  items: readonly Command[];
  /** The server found these items for the present query, so they are not filtered again. */
  found?: boolean;
};
type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  label: string;
  placeholder: string;
  groups: readonly CommandGroup[];
  onQueryChange?: (query: string) => void;
  searching?: boolean;
  /** What is offered if nothing was found. */
  otherwise?: Command;
};

export function CommandPalette(props: Props) {
  const { open, onOpenChange, label, placeholder, groups, onQueryChange, searching, otherwise } = props;
  const t = useTranslations("ui.palette");
  const [query, setQuery] = useState("");
  const write = (next: string) => {
    setQuery(next);
    onQueryChange?.(next);
  };
  const takeUp = useEffectEvent(() => write(query + takeTyped()));
  useEffect(() => {
    if (open) takeUp();
  }, [open]);
  useShortcut("mod+k", () => onOpenChange(!open), { whileTyping: true, inDialogs: open });
  const shown = groups
    .map((group) => (group.found ? group : { ...group, items: matching(group.items, query) }))
    .filter((group) => group.items.length > 0);
  const change = (next: boolean) => {
    if (!next) write("");
    onOpenChange(next);
  };

  const drawn = (item: Command) => (
    <Menu.Item
      key={item.id}
      value={item.id}
      onSelect={() => {
        change(false);
        item.onSelect();
      }}
      className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1 data-[selected=true]:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted"
    >
      {item.icon}
      <span className="min-w-0 flex-1 truncate">{item.label}</span>
      {item.aside && <span className="shrink-0 text-sm text-muted">{item.aside}</span>}
    </Menu.Item>
  );

  return (
    <Dialog open={open} onOpenChange={change} title={label} hideTitle flush shape="palette">
      <Menu label={label} loop shouldFilter={false} className="flex max-h-full flex-col">
        <div className="flex items-center gap-2.5 border-b border-line px-4">
          <Search aria-hidden className="size-4 shrink-0 text-muted" />
          <Menu.Input
            data-autofocus
            enterKeyHint="go"
            value={query}
            onValueChange={write}
            placeholder={placeholder}
            className="h-12 min-w-0 flex-1 bg-transparent text-lg outline-none"
          />
          {searching && <Spinner className="text-muted" />}
        </div>
        <Menu.List className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1.5">
          {shown.length === 0 && (
            <p role="status" className="px-3 py-8 text-center text-muted">
              {searching ? t("searching") : t("nothing")}
            </p>
          )}
          {shown.length === 0 && !searching && otherwise && drawn(otherwise)}
          {shown.map((group) => (
            <Menu.Group
              key={group.heading}
              heading={group.heading}
              className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted"
            >
              {group.items.map(drawn)}
            </Menu.Group>
          ))}
        </Menu.List>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-paper px-4 py-2 text-xs text-muted max-sm:hidden">
          <span className="inline-flex items-center gap-1">
            <Kbd keys="arrowup" />
            <Kbd keys="arrowdown" /> {t("move")}
          </span>
          <span className="inline-flex items-center gap-1">
            <Kbd keys="enter" /> {t("open")}
          </span>
          <span className="inline-flex items-center gap-1">
            <Kbd keys="escape" /> {t("close")}
          </span>
        </div>
      </Menu>
    </Dialog>
  );
}

/** Those whose name has the words come before those that only other words lead to. */
function matching(items: readonly Command[], query: string): Command[] {
  const named = items.filter(({ label }) => matches(label, query));
  const others = items.filter((item) => !named.includes(item));
  return [...named, ...others.filter(({ label, keywords = [] }) => matches([label, ...keywords].join(" "), query))];
}

function matches(text: string, query: string): boolean {
  const words = text.toLowerCase().split(/[\s:：]+/);
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  // In languages without spaces, a word may begin anywhere.
  const begins = (word: string, part: string) =>
    /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(part) ? word.includes(part) : word.startsWith(part);
  return wanted.every((part) => words.some((word) => begins(word, part)));
}
