import { cn } from "./cn";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger" | "link";
export type ButtonSize = "sm" | "md";
type Look = { variant?: ButtonVariant; size?: ButtonSize; className?: string };

/** `btn` has no style; the palette uses it to distinguish actions from other links. */
const base =
  "btn relative inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-md border font-medium transition-colors duration-100 aria-disabled:cursor-not-allowed disabled:cursor-not-allowed disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0";

const variants: Record<ButtonVariant, string> = {
  primary: "border-accent bg-accent text-on-accent hover:border-accent-strong hover:bg-accent-strong",
  secondary: "border-control/60 bg-surface text-ink hover:bg-sunken active:bg-hover aria-expanded:bg-sunken",
  ghost: "border-transparent text-ink hover:bg-hover aria-expanded:bg-hover",
  danger: "border-danger bg-danger text-on-danger hover:border-danger-strong hover:bg-danger-strong",
  link: "border-transparent text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-accent",
};

const sizes: Record<ButtonSize, string> = {
  sm: "h-7 px-2.5 text-sm pointer-coarse:h-11",
  md: "h-control px-3 text-base",
};

export function buttonClass({ variant = "secondary", size = "md", className }: Look = {}) {
  return cn(base, variants[variant], variant === "link" ? "h-auto px-0" : sizes[size], className);
}
