"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useRef } from "react";
import { Status } from "./badge";
import { Button } from "./button";
import { useShortcut } from "./use-shortcut";

export type FormBarProps = {
  dirty: boolean;
  pending?: boolean;
  saveLabel?: string;
  onDiscard?: () => void;
  /** Where saving is not the next thing to do, `before` and `after` hold other buttons and saving is a plain one. */
  plain?: boolean;
  before?: ReactNode;
  after?: ReactNode;
  children?: ReactNode;
};

/** The save button is never disabled, because it shows what is missing. Control S or Command S saves from anywhere. */
export function FormBar({ dirty, pending, saveLabel, onDiscard, plain, before, after, children }: FormBarProps) {
  const t = useTranslations("ui");
  const save = useRef<HTMLButtonElement>(null);
  useShortcut(
    "mod+s",
    () => {
      if (pending) return;
      const at = document.activeElement;
      // Some fields apply their text only when they lose the focus.
      if (at instanceof HTMLElement) at.blur();
      save.current?.form?.requestSubmit(save.current);
      if (at instanceof HTMLElement) at.focus();
    },
    { whileTyping: true },
  );
  return (
    <div
      data-form-bar
      className="sticky bottom-0 z-20 flex flex-wrap items-center justify-end gap-2 rounded-lg border border-line bg-surface px-4 py-2.5 shadow-lift print:hidden"
    >
      {before}
      <div aria-live="polite" className="min-w-0 flex-1 basis-36 text-sm text-muted">
        {dirty ? <Status tone="warning">{t("unsaved")}</Status> : t("noChanges")}
      </div>
      {children}
      {onDiscard && dirty && (
        <Button variant="ghost" onClick={onDiscard} disabled={pending}>
          {t("discard")}
        </Button>
      )}
      <Button
        ref={save}
        type="submit"
        variant={plain ? "secondary" : "primary"}
        aria-keyshortcuts="Control+S Meta+S"
        pending={pending}
        pendingLabel={t("saving")}
      >
        {saveLabel ?? t("save")}
      </Button>
      {after}
    </div>
  );
}
