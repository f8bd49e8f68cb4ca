import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

export function Head({ end = false, className, children }: { end?: boolean; className?: string; children: ReactNode }) {
  return (
    <th scope="col" className={cn(th, end ? "text-end" : "text-start", className)}>
      {children}
    </th>
  );
}

const th = "border-b border-line bg-paper px-3 py-2 align-bottom font-medium text-muted first:ps-4 last:pe-4";
export const td = "border-b border-line px-3 py-1.5 align-middle first:ps-4 last:pe-4";
