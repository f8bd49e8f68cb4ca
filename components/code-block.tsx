import { cn } from "./ui/cn";

type Props = {
  text: string;
  wrap?: boolean;
  className?: string;
};

export function CodeBlock({ text, wrap, className }: Props) {
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
