import { CodeBlock } from "@/components/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { useDesk } from "@/lib/api/desk";

export function Code({ title, text }: { title: string; text: string }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">{title}</h3>
        <CopyButton text={text} label={title} wide />
      </div>
      <CodeBlock text={text} />
    </section>
  );
}

/** Stands for the key, which is shown only when it is created. */
export function usePublishableKey(): string {
  const { mode } = useDesk();
  return `pub_${mode === "live" ? "live" : "test"}_YOUR_KEY`;
}
