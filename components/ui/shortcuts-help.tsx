"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "./dialog";
import { IntentLink } from "./intent-link";
import { Kbd } from "./kbd";
import { useSingleKeys } from "./use-shortcut";

export type ShortcutGroup = { title: string; items: readonly { keys: readonly string[]; label: string }[] };

type Props = {
  groups: readonly ShortcutGroup[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  others?: { title: string; groups: readonly ShortcutGroup[] };
  /** Shown if single-key shortcuts are turned off, with a way to turn them on. */
  whenOff?: { text: string; href: string; action: string };
};

export function ShortcutsHelp({ groups, open, onOpenChange, others, whenOff }: Props) {
  const t = useTranslations("ui");
  const works = useSingleKeys();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("shortcuts.title")} shape="lg">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: where it is longer than the window, keys must scroll it. */}
      <section tabIndex={0} aria-label={t("shortcuts.title")} className="grid gap-4 -outline-offset-2">
        {!works && whenOff && (
          <p className="text-sm">
            {whenOff.text}{" "}
            <IntentLink
              href={whenOff.href}
              className="text-accent underline underline-offset-3"
              onClick={() => onOpenChange(false)}
            >
              {whenOff.action}
            </IntentLink>
          </p>
        )}
        <Groups groups={groups} />
        {others && others.groups.length > 0 && (
          <section className="border-t border-line pt-4">
            <h3 className="mb-3 font-semibold">{others.title}</h3>
            <Groups groups={others.groups} level={4} />
          </section>
        )}
      </section>
    </Dialog>
  );
}

function Groups({ groups, level = 3 }: { groups: readonly ShortcutGroup[]; level?: 3 | 4 }) {
  const t = useTranslations("ui");
  const Heading = `h${level}` as const;
  return (
    <div className="gap-x-10 sm:columns-2">
      {groups.map((group) => (
        <section key={group.title} className="mb-5 break-inside-avoid">
          <Heading className="mb-1 text-sm font-semibold">{group.title}</Heading>
          <dl className="grid text-sm">
            {group.items.map((item) => (
              <div
                key={item.label}
                className="flex min-h-8 items-center justify-between gap-4 border-b border-line last:border-b-0"
              >
                <dt>{item.label}</dt>
                <dd className="flex items-center gap-1.5">
                  {item.keys.map((keys, at) => (
                    <span key={keys} className="inline-flex items-center gap-1.5">
                      {at > 0 && <span className="text-xs text-muted">{t("or")}</span>}
                      <Kbd keys={keys} always />
                    </span>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
