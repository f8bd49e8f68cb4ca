import { cn } from "@/components/ui/cn";
import type { Qr } from "./qr";

/** The code is dark on white in every theme, because QR readers expect that. */
export function QrPicture({ code: { size, path }, label, className }: { code: Qr; label: string; className: string }) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={cn("w-full justify-self-center rounded-sm", className)}
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  );
}
