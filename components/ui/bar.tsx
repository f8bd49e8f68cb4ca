import { cn } from "./cn";

/** The bar uses SVG attributes, because the content policy forbids inline styles. */
export function Bar({ part, className = "h-1.5" }: { part: number; className?: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      className={cn("block w-full rounded-sm", className)}
    >
      <rect width="100" height="1" className="fill-hover" />
      <rect width={Math.min(1, part) * 100} height="1" className="fill-series-1" />
    </svg>
  );
}
