import { useTranslations } from "next-intl";
import { periodKeys } from "@/components/figures/period-keys";
import { screens } from "@/components/shell/screens";
import type { ShortcutGroup } from "@/components/ui/shortcuts-help";
import { useDesk } from "@/lib/api/desk";

/** `by` is the key that is bound whenever the others of the group are. */
export const tableKeys = [
  { keys: ["/"], name: "search" },
  { keys: ["j", "arrowdown"], name: "nextRow" },
  { keys: ["k", "arrowup"], name: "previousRow" },
  { keys: ["enter"], name: "openRow", by: "j" },
  { keys: ["x", "space"], name: "selectRow" },
  { keys: ["shift+x"], name: "selectRange", by: "x" },
  { keys: ["escape"], name: "clearSelection", by: "x" },
] as const;

export const reviewKeys = [
  { keys: ["j"], name: "next" },
  { keys: ["k"], name: "previous" },
  { keys: ["a"], name: "approve" },
  { keys: ["r 1", "r 0"], name: "reject", by: "r" },
  { keys: ["u"], name: "undo" },
  { keys: ["x"], name: "select" },
  { keys: ["shift+x", "shift+j"], name: "range", by: "x" },
] as const;

type Entry = ShortcutGroup["items"][number];
type Entries = readonly { keys: readonly string[]; by?: string }[];

/** Lists the shortcuts bound on this page first. Lists and reviews share keys, but only a review binds `a`. */
export function useShortcutList(bound: ReadonlySet<string>): { here: ShortcutGroup[]; elsewhere: ShortcutGroup[] } {
  const t = useTranslations("palette");
  const ui = useTranslations("ui.shortcuts");
  const { can } = useDesk();
  const reviewing = bound.has("a");
  const works = (entry: Entries[number]) => bound.has(entry.by ?? entry.keys[0] ?? "");

  const everywhere: Entry[] = [
    { keys: ["mod+k"], label: t("help.palette") },
    { keys: ["?"], label: t("help.help") },
    { keys: ["f8"], label: t("notices") },
    { keys: ["mod+z"], label: t("undo") },
    ...screens.flatMap(({ key, name }) =>
      key && bound.has(`g ${key}`) ? [{ keys: [`g ${key}`], label: t(`help.go.${name}`) }] : [],
    ),
    ...(bound.has("n") ? [{ keys: ["n"], label: t("help.newUpsell") }] : []),
  ];
  const form = { title: t("help.forms"), items: [{ keys: ["mod+s"], label: t("help.save") }] };
  const table = tableKeys.map((entry) => ({ ...entry, label: ui(entry.name) }));
  const review = reviewKeys.map((entry) => ({ ...entry, label: t(`reviewKeys.${entry.name}`) }));
  const periods = {
    title: t("help.periods"),
    items: [
      ...periodKeys.map(([key, name]) => ({ keys: [key], label: t(`periods.${name}`) })),
      { keys: ["arrowleft", "arrowright"], label: t("chart"), by: "7" },
    ],
  };
  const mayReview = can("affiliate", "commissions", "approve") || can("affiliate", "affiliates", "update");
  const groups = [
    { here: bound.has("mod+s"), ...form, may: true },
    { here: bound.has("j") && !reviewing, title: ui("lists"), items: table, may: true },
    { here: reviewing, title: t("reviewKeys.title"), items: review, may: mayReview },
    { here: bound.has("7"), ...periods, may: can("checkout", "analytics", "metrics") },
  ].filter(({ may }) => may);
  return {
    here: [
      ...groups.filter(({ here }) => here).map(({ title, items }) => ({ title, items: items.filter(works) })),
      { title: t("help.everywhere"), items: everywhere },
    ],
    elsewhere: groups.filter(({ here }) => !here),
  };
}
