import type { ReactNode } from "react";

export type ReadoutProps = {
  title: string;
  values: readonly { id: string; label: string; text: string; sign?: ReactNode }[];
  notes?: readonly string[];
};

/** What a chart says of one point. Screen readers hear it from the slider. */
export function Readout({ title, values, notes = [] }: ReadoutProps) {
  return (
    <div
      aria-hidden
      className="grid w-max max-w-80 gap-1.5 rounded-md border border-line bg-surface px-3 py-2 text-sm shadow-lift print:hidden"
    >
      <p className="font-medium">{title}</p>
      {values.length > 0 && (
        <dl className="grid grid-cols-[auto_auto] items-baseline gap-x-4 gap-y-1">
          {values.map(({ id, label, text, sign }) => (
            <div key={id} className="col-span-2 grid grid-cols-subgrid">
              <dt className="flex min-w-0 items-center gap-2 text-muted">
                {sign}
                <span className="min-w-0 wrap-break-word">{label}</span>
              </dt>
              <dd className="text-end whitespace-nowrap tabular-nums">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {notes.map((note) => (
        <p key={note} className="border-t border-line pt-1.5 wrap-anywhere">
          {note}
        </p>
      ))}
    </div>
  );
}

/** The same in words. */
export function said({ title, values, notes = [] }: ReadoutProps): string {
  return [title, values.map(({ label, text }) => `${label} ${text}`).join(", "), ...notes].filter(Boolean).join(": ");
}
