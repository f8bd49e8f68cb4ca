import type { ComponentProps, ReactNode } from "react";
import { buttonClass } from "./button-class";
import { cn } from "./cn";

export type IconButtonProps = Omit<ComponentProps<"button">, "children"> & {
  /** The accessible name, shown as a tooltip unless `tip` is false. */
  label: string;
  icon: ReactNode;
  size?: "sm" | "md";
  tip?: boolean;
};

export function IconButton({ label, icon, size = "md", tip = true, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      data-tip={tip ? label : undefined}
      className={cn(
        buttonClass({ variant: "ghost", size }),
        "px-0!",
        size === "sm" ? "w-7 pointer-coarse:w-11" : "w-control",
        className,
      )}
    >
      {icon}
    </button>
  );
}
