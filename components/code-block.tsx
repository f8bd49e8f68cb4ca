import { cn } from "./ui/cn";

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
