"use client";

import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { toast } from "@/components/ui/toast";

/** The frame renders this once; the texts load when the first help mark is pressed. */
export function HelpLayer() {
  const t = useTranslations("ui");
  const locale = useLocale();
  const [note, setNote] = useState<ReactNode>(null);
  const shown = useRef<Element>(null);

  useEffect(() => {
    let pressed: Element | null = null;
    const onDown = () => {
      pressed = shown.current;
    };
    const close = () => {
      shown.current = null;
      setNote(null);
    };
    const onClick = async ({ target, detail }: MouseEvent) => {
      const mark = target instanceof Element && target.closest<HTMLButtonElement>("[data-help]");
      if (!mark) return;
      // The browser has already closed the open note, because its mark was pressed.
      if (mark === (detail === 0 ? shown.current : pressed)) return close();
      try {
        const { noteOn } = await import("./help-note");
        setNote(await noteOn(mark, locale, close));
        shown.current = mark;
      } catch {
        toast.error(t("missing"));
      }
    };
    document.addEventListener("pointerdown", onDown, true);
    document.addEventListener("click", onClick);
    return () => {
      document.removeEventListener("pointerdown", onDown, true);
      document.removeEventListener("click", onClick);
    };
  }, [locale, t]);

  return note;
}
