"use client";

import { useTranslations } from "next-intl";
import { type ComponentProps, type ReactNode, useEffect } from "react";
import { announce } from "./announce";
import { type ButtonSize, type ButtonVariant, buttonClass } from "./button-class";
import { cn } from "./cn";
import { Spinner } from "./spinner";

export type ButtonProps = ComponentProps<"button"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  /** Keeps width and focus, ignores clicks, and announces that work is in progress. */
  pending?: boolean;
  pendingLabel?: string;
};

export function Button({
  variant,
  size,
  icon,
  pending = false,
  pendingLabel,
  type = "button",
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const t = useTranslations("ui");
  const saying = pendingLabel ?? t("working");
  useEffect(() => {
    if (pending) announce(saying);
  }, [pending, saying]);

  return (
    <button
      {...rest}
      type={type}
      aria-disabled={pending || rest["aria-disabled"]}
      aria-busy={pending || undefined}
      className={buttonClass({ variant, size, className })}
      onClick={(event) => (pending ? event.preventDefault() : onClick?.(event))}
    >
      {pending && <Spinner className="absolute" />}
      <span className={cn("inline-flex items-center gap-1.5", pending && "opacity-0")}>
        {icon}
        {children}
      </span>
    </button>
  );
}
