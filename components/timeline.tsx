import type { ReactNode } from "react";

export function Timeline({ children }: { children: ReactNode }) {
  return <ol className="ms-1 grid border-s border-line ps-5">{children}</ol>;
}

type Props = {
  title: ReactNode;
  time?: ReactNode;
  details?: readonly string[];
  children?: ReactNode;
};

export function TimelineEntry({ title, time, details = [], children }: Props) {
  return (
    <li className="relative grid gap-0.5 pb-4 last:pb-0">
      <span
        aria-hidden
        className="absolute -start-5 top-1.5 size-2 -translate-x-1/2 rounded-full rtl:translate-x-1/2 bg-accent ring-4 ring-surface"
      />
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{title}</span>
        {time && <span className="text-sm text-muted">{time}</span>}
      </div>
      {details.map((detail) => (
        <p key={detail} className="text-sm text-muted wrap-anywhere">
          {detail}
        </p>
      ))}
      {children}
    </li>
  );
}
