"use client";

import { usePathname } from "next/navigation";
import type { Locale } from "next-intl";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { createPortal } from "react-dom";
import { cn } from "@/components/ui/cn";
import { IntentLink } from "@/components/ui/intent-link";
import { keepPlaced, popoverClass } from "@/components/ui/popover";
import { useDesk } from "@/lib/api/desk";
import { type Concept, screenFor } from "./concepts";
import { helpIn } from "./help-texts";

type Texts = Awaited<ReturnType<typeof helpIn>>;
type Props = { mark: HTMLButtonElement; texts: Texts; onClose: () => void };

export async function noteOn(mark: HTMLButtonElement, locale: Locale, onClose: () => void): Promise<ReactNode> {
  const texts = await helpIn(locale);
  const box = mark.closest("dialog, [popover]") ?? document.body;
  // Content outside an open dialog is inert, so the note is rendered in the dialog.
  return createPortal(<HelpNote key={Date.now()} mark={mark} texts={texts} onClose={onClose} />, box);
}

function HelpNote({ mark, texts, onClose }: Props) {
  const t = useTranslations();
  const { base, can } = useDesk();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const concept = mark.dataset.help as Concept;
  const { name, text } = texts.terms[concept];
  const path = usePathname();
  const found = screenFor(concept, can);
  const screen = found && !path.startsWith(base + found.path) ? found : null;

  useEffect(() => {
    const { current } = box;
    if (!current) return;
    // The browser later returns the focus to the mark only if the mark had it; Safari does not focus a clicked button.
    mark.focus({ preventScroll: true });
    mark.setAttribute("aria-expanded", "true");
    current.showPopover();
    const stopPlacing = keepPlaced(mark, current);
    current.focus();
    return () => {
      mark.removeAttribute("aria-expanded");
      stopPlacing();
    };
  }, [mark]);

  const link = "underline underline-offset-3 hover:text-accent";
  return (
    <div
      ref={box}
      popover="auto"
      role="dialog"
      tabIndex={-1}
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      onToggle={({ newState }) => newState === "closed" && onClose()}
      className={cn(popoverClass, "w-80 max-w-[calc(100vw-1rem)] p-3")}
    >
      <p id={id} className="font-semibold">
        {name}
      </p>
      <p id={`${id}-text`} className="mt-1 text-sm text-pretty">
        {text}
      </p>
      <p className="mt-2 flex flex-wrap gap-x-4 text-sm">
        {screen && (
          <IntentLink
            href={base + screen.path}
            onClick={onClose}
            className={`inline-flex min-h-6 items-center ${link}`}
          >
            {t(`${screen.name}.title`)}
          </IntentLink>
        )}
        <IntentLink
          href={`${base}/help#${concept}`}
          onClick={onClose}
          className={`inline-flex min-h-6 items-center ${link}`}
        >
          {texts.all}
        </IntentLink>
      </p>
    </div>
  );
}
