import { cn } from "./ui/cn";
import { CopyButton } from "./ui/copy-button";

type Props = {
  text: string | undefined;
  none?: string;
  wrap?: boolean;
  className?: string;
};

export function CodeBlock({ text, none, wrap, className }: Props) {
  if (!text && none) return <p className="text-sm text-muted">{none}</p>;
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
      tabIndex={0}
      className={cn(
        "overflow-auto rounded-md bg-sunken p-3 font-mono text-xs",
        wrap && "wrap-anywhere whitespace-pre-wrap",
        className,
      )}
    >
      {text}
    </pre>
  );
}

/** One line to copy. */
export function CodeLine({ text, label }: { text: string; label: string }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <code className="min-w-0 rounded-sm bg-sunken px-2 py-1 text-sm wrap-anywhere">{text}</code>
      <CopyButton text={text} label={label} wide />
    </span>
  );
}
