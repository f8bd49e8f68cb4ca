import { cn } from "./cn";

function Mark({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" fill="none" className={cn("size-6 shrink-0", className)}>
      <path d="M20.6 8.1A9.5 9.5 0 1 1 15.9 3.3" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" />
      <path
        d="M12 9.2V4.6M12 19.4v-4.6M14.4 13.4l4 2.3M9.6 10.6l-4-2.3M9.6 13.4l-4 2.3"
        stroke="currentColor"
        strokeWidth="1.6"
      />
      <path
        d="M14.4 10.6 21.6 2.9"
        stroke="var(--color-accent, currentColor)"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
      <circle cx="12" cy="12" r="2.7" stroke="currentColor" strokeWidth="1.8" />
    </svg>
  );
}

export function Wordmark({ className }: { className?: string }) {
  return (
    <span className={cn("inline-flex items-center gap-2 text-lg font-semibold tracking-tight", className)}>
      <Mark />
      Cartwright
    </span>
  );
}
