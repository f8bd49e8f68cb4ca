import type { ReactNode } from "react";
import { type Tone, toneText } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";

/** The text is a whole sentence, which may take several lines. */
export function Mark({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="inline-flex items-start gap-2">
      <svg
        aria-hidden="true"
        viewBox="0 0 8 8"
        className={cn("mt-[calc(0.5lh-0.25rem)] size-2 shrink-0", toneText[tone])}
      >
        <circle cx="4" cy="4" r="4" fill="currentColor" />
      </svg>
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </span>
  );
}
