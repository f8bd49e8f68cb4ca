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
  /** The form it submits, when it stands outside of it. */
  form?: string;
  /** In place of "Unsaved changes": e.g. when the draft was kept. */
  status?: ReactNode;
  /** Before the save button. */
  children?: ReactNode;
};

/**
 * Stays at the lower edge while the form is longer than the screen. Saving is never greyed out: it says what is missing.
 * Control S, or Command S, saves from anywhere on the page.
 */
export function FormBar({ dirty, pending, saveLabel, onDiscard, form, status, children }: FormBarProps) {
  const t = useTranslations("ui");
  const save = useRef<HTMLButtonElement>(null);
  useShortcut(
    "mod+s",
    () => {
      if (pending) return;
      const at = document.activeElement;
      // What is being typed counts: some fields take it over only when they are left.
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
      <div aria-live="polite" className="min-w-0 flex-1 basis-36 text-sm text-muted">
        {status ?? (dirty ? <Status tone="warning">{t("unsaved")}</Status> : t("noChanges"))}
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
        form={form}
        variant="primary"
        aria-keyshortcuts="Control+S Meta+S"
        pending={pending}
        pendingLabel={t("saving")}
      >
        {saveLabel ?? t("save")}
      </Button>
    </div>
  );
}
