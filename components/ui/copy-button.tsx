"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { announce } from "./announce";
import { Button } from "./button";
import { cn } from "./cn";
import { IconButton } from "./icon-button";

/** The clipboard API is missing on plain-http pages from another machine. */
async function copy(text: string, host: Element) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    area.className = "sr-only";
    // Nothing outside an open dialog can be selected, so the text area is inside the same container.
    host.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}

export type CopyButtonProps = {
  text: string | (() => string);
  label: string;
  size?: "sm" | "md";
  wide?: boolean;
  className?: string;
};

export function CopyButton({ text, label, size = "sm", wide, className }: CopyButtonProps) {
  const t = useTranslations("ui");
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), 1600);
    return () => clearTimeout(timer);
  }, [done]);

  const icon = done ? <Check className="text-success" /> : <Copy />;
  const onClick = async (event: React.MouseEvent<HTMLButtonElement>) => {
    const button = event.currentTarget;
    await copy(typeof text === "string" ? text : text(), button.parentElement ?? document.body);
    button.focus();
    setDone(true);
    announce(t("copied"));
  };
  if (wide) {
    return (
      <Button size={size} icon={icon} className={className} aria-label={t("copy", { label })} onClick={onClick}>
        {done ? t("copied") : t("copyShort")}
      </Button>
    );
  }
  return (
    <IconButton
      size={size}
      icon={icon}
      label={t("copy", { label })}
      className={cn("-my-1.5 align-middle", className)}
      onClick={onClick}
    />
  );
}
