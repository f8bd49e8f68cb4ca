"use client";

import { useTranslations } from "next-intl";
import { type ComponentProps, type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { announce } from "./announce";
import { type ButtonSize, type ButtonVariant, buttonClass } from "./button-class";
import { cn } from "./cn";

/** The spinner is only decoration; the caller says in words what is in progress. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" className={cn("size-4 animate-spin", className)} fill="none">
      <circle cx="8" cy="8" r="6.25" stroke="currentColor" strokeWidth="1.5" opacity="0.25" />
      <path d="M8 1.75A6.25 6.25 0 0 1 14.25 8" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  );
}

export type ButtonProps = ComponentProps<"button"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  /** Keeps width and focus, ignores clicks, and announces that work is in progress. A promise of `onClick` ignores clicks as well. */
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
  const working = useRef(false);
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending || working.current) return event.preventDefault();
    const work: unknown = onClick?.(event);
    if (!(work instanceof Promise)) return;
    working.current = true;
    const end = () => {
      working.current = false;
    };
    work.then(end, end);
  };
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
      onClick={press}
    >
      {pending && <Spinner className="absolute" />}
      <span className={cn("inline-flex items-center gap-1.5", pending && "opacity-0")}>
        {icon}
        {children}
      </span>
    </button>
  );
}
