"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CodeBlock } from "@/components/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { Panel } from "@/components/ui/panel";
import { Tabs } from "@/components/ui/tabs";
import { useDesk } from "@/lib/api/desk";
import { type Language, languages, snippets } from "./snippets";

const names: Record<Language, string> = { shell: "Shell", javascript: "JavaScript" };

export function ShopCalls({ api }: { api: string }) {
  const t = useTranslations("shop.calls");
  const { mode } = useDesk();
  const [language, setLanguage] = useState<Language>("shell");
  const key = `pub_${mode === "live" ? "live" : "test"}_YOUR_KEY`;
  return (
    <Panel title={t("title")} description={t.rich("about", { key: () => <code>{key}</code> })}>
      <Tabs<Language>
        label={t("languages")}
        value={language}
        onValueChange={setLanguage}
        items={languages.map((id) => {
          const { offers, events } = snippets[id]({ api, key });
          return {
            id,
            label: names[id],
            content: (
              <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
                <Code title={t("offers")} text={offers} />
                <Code title={t("events")} text={events} />
              </div>
            ),
          };
        })}
      />
      <p className="mt-3 text-sm text-muted">
        {t.rich("more", {
          link: (words) => (
            <a href={`${api}/openapi.json`} className="font-medium underline underline-offset-3">
              {words}
            </a>
          ),
        })}
      </p>
    </Panel>
  );
}

function Code({ title, text }: { title: string; text: string }) {
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
