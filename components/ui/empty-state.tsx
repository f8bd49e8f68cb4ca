import type { ReactNode } from "react";

export type EmptyStateProps = {
  icon?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  level?: 2 | 3;
};

/** For a place without any items; a search without results is a different state: see `DataTable`. */
export function EmptyState({ icon, title, children, action, level = 2 }: EmptyStateProps) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-1 px-6 py-12 text-center">
      {icon && (
        <span
          aria-hidden
          className="mb-2 grid size-10 place-items-center rounded-lg border border-line bg-paper text-muted [&_svg]:size-5"
        >
          {icon}
        </span>
      )}
      <Heading className="font-semibold">{title}</Heading>
      {children && <div className="text-muted text-pretty">{children}</div>}
      {action && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
