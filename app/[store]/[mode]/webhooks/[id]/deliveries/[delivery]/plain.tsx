import { CodeBlock } from "@/components/code-block";

/** Content from outside is rendered as text only. */
export function Plain({ text, none }: { text: string | undefined; none: string }) {
  if (!text) return <p className="text-sm text-muted">{none}</p>;
  return <CodeBlock text={text} wrap className="max-h-96" />;
}
