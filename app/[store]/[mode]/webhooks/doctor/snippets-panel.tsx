"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CodeBlock } from "@/components/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { Panel } from "@/components/ui/panel";
import { Tabs } from "@/components/ui/tabs";
import { files, type Language, languages, snippet } from "./snippets";

const names: Record<Language, string> = {
  node: "Node",
  python: "Python",
  php: "PHP",
  ruby: "Ruby",
  go: "Go",
  shell: "Shell",
};

/** Each program verifies the pasted event; receivers can copy its function. */
export function Snippets({ body, header, own }: { body: string; header: string; own: boolean }) {
  const t = useTranslations("webhooks.snippets");
  const [language, setLanguage] = useState<Language>("node");
  return (
    <Panel title={t("title")} description={t(own ? "ofOwn" : "ofPasted")}>
      <Tabs<Language>
        label={t("languages")}
        value={language}
        onValueChange={setLanguage}
        items={languages.map((id) => {
          const text = snippet(id, { body, header });
          return {
            id,
            label: names[id],
            content: (
              <div className="grid gap-2">
                <div className="flex flex-wrap items-center justify-between gap-2">
                  <code className="text-sm wrap-anywhere">SIGNING_SECRET=whsec_… {files[id].run}</code>
                  <CopyButton text={text} label={files[id].name} wide />
                </div>
                <CodeBlock text={text} className="max-h-120" />
              </div>
            ),
          };
        })}
      />
    </Panel>
  );
}
