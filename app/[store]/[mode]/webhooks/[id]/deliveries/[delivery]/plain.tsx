/** What came over the wire, as text and nothing else. */
export function Plain({ text, none }: { text: string | undefined; none: string }) {
  if (!text) return <p className="text-sm text-muted">{none}</p>;
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-md bg-sunken p-3 font-mono text-xs wrap-anywhere whitespace-pre-wrap"
    >
      {text}
    </pre>
  );
}
