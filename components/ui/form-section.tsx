import type { ReactNode } from "react";
import { cn } from "./cn";

export type FormSectionProps = {
  title: ReactNode;
  description?: ReactNode;
  level?: 2 | 3;
  className?: string;
  children: ReactNode;
};

/** A group that is a single question is a `Field` with `group` instead. */
export function FormSection({ title, description, level = 2, className, children }: FormSectionProps) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <section className={cn("grid gap-4 border-t border-line py-5 first:border-t-0 first:pt-0 last:pb-0", className)}>
      <div>
        <Heading className="font-semibold">{title}</Heading>
        {description && <p className="text-sm text-muted text-pretty">{description}</p>}
      </div>
      {children}
    </section>
  );
}
