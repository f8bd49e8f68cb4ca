import type { ReactNode } from "react";
import { CodeBlock } from "@/components/code-block";
import { CopyButton } from "@/components/ui/copy-button";

export function Code({ title, text }: { title: string; text: string }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h4 className="text-sm text-muted">{title}</h4>
        <CopyButton text={text} label={title} wide />
      </div>
      <CodeBlock text={text} />
    </section>
  );
}

export const linkToHelper = (scripts: string) => (words: ReactNode) => (
  <a href={`${scripts}/shop.mjs`} className="font-medium underline underline-offset-3">
    {words}
  </a>
);
