"use client";

import { usePathname, useSearchParams } from "next/navigation";
import type { MouseEvent } from "react";
import { useDesk } from "@/lib/api/desk";

export function DayLink({ day, onOpen }: { day: string; onOpen: (day: string) => void }) {
  const { format } = useDesk();
  const path = usePathname();
  const search = new URLSearchParams(useSearchParams());
  for (const [name, value] of Object.entries({ range: "custom", from: day, to: day })) search.set(name, value);
  const press = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(day);
  };
  return (
    <a
      href={`${path}?${search}`}
      onClick={press}
      className="inline-flex min-h-6 items-center whitespace-nowrap underline-offset-3 hover:underline"
    >
      {format.weekday(day)}
    </a>
  );
}
