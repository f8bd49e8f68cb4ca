import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./cn";

export type Tone = "neutral" | "accent" | "success" | "warning" | "danger" | "info";

export const toneText: Record<Tone, string> = {
  neutral: "text-muted",
  accent: "text-accent",
  success: "text-success",
  warning: "text-warning",
  danger: "text-danger",
  info: "text-info",
};

const toneSoft: Record<Tone, string> = {
  neutral: "bg-sunken text-muted",
  accent: "bg-accent-soft text-accent",
  success: "bg-success-soft text-success",
  warning: "bg-warning-soft text-warning",
  danger: "bg-danger-soft text-danger",
  info: "bg-info-soft text-info",
};

type Props = { tone?: Tone; className?: string; children: ReactNode };

export function Badge({ tone = "neutral", className, children }: Props) {
  return (
    <span
      className={cn(
        "inline-flex h-5 items-center gap-1 rounded-sm px-1.5 text-xs font-medium whitespace-nowrap",
        toneSoft[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

/** The dot only helps scanning. `hollow` marks a state that is not, or no longer, in effect. */
export function Status({ tone = "neutral", hollow, className, children }: Props & { hollow?: boolean }) {
  return (
    <span className={cn("whitespace-nowrap", className)}>
      <span
        aria-hidden
        // The dot is a border without a background, because forced colours and printers drop backgrounds.
        className={cn(
          "me-1.5 inline-block size-2 rounded-full border-current align-[0.05em]",
          hollow ? "border-[1.5px]" : "border-4",
          toneText[tone],
        )}
      />
      {children}
    </span>
  );
}

export type StatusLook = { label: string; tone: Tone; hollow?: boolean };

export const Look = ({ label, ...rest }: StatusLook & { className?: string }) => <Status {...rest}>{label}</Status>;

/** A mark beside a value of a list, which says in words what is wrong with it. */
export function Doubt({ children }: { children: string }) {
  return (
    <span title={children} className="ms-1 inline-block align-middle text-warning">
      <TriangleAlert role="img" aria-label={children} className="size-4" />
    </span>
  );
}
