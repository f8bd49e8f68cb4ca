/** Received content, rendered as text only. */
export function Plain({ text, none }: { text: string | undefined; none: string }) {
  if (!text) return <p className="text-sm text-muted">{none}</p>;
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-md bg-sunken p-3 font-mono text-xs wrap-anywhere whitespace-pre-wrap"
    >
      {text}
    </pre>
  );
}
