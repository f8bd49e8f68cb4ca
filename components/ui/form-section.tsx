import type { ReactNode } from "react";

export type FormSectionProps = {
  title: ReactNode;
  description?: ReactNode;
  level?: 2 | 3;
  children: ReactNode;
};

/** A group that is a single question is a `Field` with `group` instead. */
export function FormSection({ title, description, level = 2, children }: FormSectionProps) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <section className="grid gap-4 border-t border-line py-5 first:border-t-0 first:pt-0 last:pb-0">
      <div>
        <Heading className="font-semibold">{title}</Heading>
        {description && <p className="text-sm text-muted text-pretty">{description}</p>}
      </div>
      {children}
    </section>
  );
}
