"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { type MouseEvent, useState } from "react";
import { flushSync } from "react-dom";
import { announce } from "@/components/ui/announce";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { type Arrangement, moved, readArrangement } from "./arrangement";

type Props = {
  arrangement: Arrangement;
  /** Resolves with false if the arrangement could not be saved. */
  onSave: (arrangement: Arrangement) => Promise<boolean>;
  onClose: () => void;
};

export default function ArrangeDialog({ arrangement, onSave, onClose }: Props) {
  const t = useTranslations("overview.arrange");
  const titles = useTranslations("overview");
  const ui = useTranslations("ui");
  const [draft, setDraft] = useState(arrangement);
  const [pending, setPending] = useState(false);
  const last = draft.length - 1;
  const move = (at: number, to: number) => (event: MouseEvent<HTMLButtonElement>) => {
    const name = draft[at]?.name;
    if (!name || to < 0 || to > last) return;
    const button = event.currentTarget;
    flushSync(() => setDraft(moved(draft, at, to)));
    // A row that has moved in the page loses the focus.
    button.focus();
    announce(t("moved", { name: titles(`${name}.title`), place: to + 1, count: draft.length }), "polite", "moved");
  };
  const save = async () => {
    setPending(true);
    if (await onSave(draft)) onClose();
    else setPending(false);
  };
  const reset = () => setDraft(readArrangement("").filter((one) => draft.some(({ name }) => name === one.name)));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      shape="sm"
      title={t("title")}
      description={t("about")}
      footer={
        <>
          <Button variant="ghost" className="me-auto" onClick={reset}>
            {t("reset")}
          </Button>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button variant="primary" pending={pending} onClick={save}>
            {t("save")}
          </Button>
        </>
      }
    >
      <ol className="[&>li+li]:border-t">
        {draft.map(({ name, hidden }, at) => {
          const title = titles(`${name}.title`);
          const arrow = (way: "up" | "down", to: number) => (
            <IconButton
              size="sm"
              label={t(way, { name: title })}
              icon={way === "up" ? <ArrowUp aria-hidden /> : <ArrowDown aria-hidden />}
              // A disabled button would lose the focus at the end of the list.
              aria-disabled={to < 0 || to > last || undefined}
              className="aria-disabled:text-faint"
              onClick={move(at, to)}
            />
          );
          return (
            <li key={name} className="flex min-h-10 items-center gap-1 py-1">
              <Checkbox
                className="min-w-0 flex-1"
                label={title}
                checked={!hidden}
                onChange={({ target }) =>
                  setDraft(draft.map((one) => (one.name === name ? { name, hidden: !target.checked } : one)))
                }
              />
              {arrow("up", at - 1)}
              {arrow("down", at + 1)}
            </li>
          );
        })}
      </ol>
    </Dialog>
  );
}
