"use client";

import type { ReactNode } from "react";
import { Status, type Tone } from "@/components/ui/badge";

/** What a person does, and what has been seen of it. */
export type ShopStep = { name: string; title: string; done: boolean; tone?: Tone; says: string; content: ReactNode };

/** The grid is inside, because a list item that is a grid has no number. */
export function Steps({ steps }: { steps: readonly ShopStep[] }) {
  return (
    <ol className="grid list-decimal gap-7 ps-5">
      {steps.map(({ name, title, done, tone = "neutral", says, content }) => (
        <li key={name}>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <h3 className="font-medium">{title}</h3>
              <span aria-live="polite" className="text-sm">
                <Status tone={done ? "success" : tone} hollow={!done} className="max-sm:whitespace-normal">
                  {says}
                </Status>
              </span>
            </div>
            {content}
          </div>
        </li>
      ))}
    </ol>
  );
}
