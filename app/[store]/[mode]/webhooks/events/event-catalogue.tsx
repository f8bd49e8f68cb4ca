"use client";

import { useTranslations } from "next-intl";
import { CodeBlock } from "@/components/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { Panel } from "@/components/ui/panel";
import { RowsTable } from "@/components/ui/rows-table";
import { useDesk } from "@/lib/api/desk";
import { specifiedEventTypes } from "@/lib/contract/event-words";
import { WebhookScreen } from "../webhook-screen";
import { useMeanings } from "../words";
import type { EventField } from "./fields";

type Entry = { type: string; fields: EventField[]; example: string; schema: string };

/** Another API is known to send only the specified events. */
export function EventCatalogue({ events }: { events: readonly Entry[] }) {
  const t = useTranslations("webhooks.catalogue");
  const meaning = useMeanings();
  const { has } = useDesk();
  const isSpecified = (type: string) => specifiedEventTypes.some((each) => each === type);
  const shown = events.filter(({ type }) => has("checkout", "webhooks", "test", "event_type", type));
  return (
    <WebhookScreen description={t("about")}>
      <nav aria-label={t("nav")}>
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {shown.map(({ type }) => (
            <li key={type}>
              <a
                href={`#${type}`}
                className="inline-flex min-h-6 items-center underline decoration-line underline-offset-3 hover:decoration-current"
              >
                <code>{type}</code>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {shown.map(({ type, fields, example, schema }) => (
        <section key={type} id={type} className="min-w-0 scroll-mt-24">
          <Panel
            title={<code>{type}</code>}
            description={meaning(type)}
            actions={!isSpecified(type) && <span className="text-sm text-muted">{t("ours")}</span>}
            flush
          >
            <RowsTable
              cards
              caption={t("caption", { event: type })}
              columns={[
                { id: "field", label: t("field"), cell: ({ path }) => <code>{path}</code> },
                { id: "type", label: t("type"), cell: (field) => field.type },
                { id: "always", label: t("always"), align: "end", cell: ({ always }) => t(always ? "yes" : "no") },
              ]}
              rows={fields}
              rowKey={({ path }) => path}
            />
            <div className="grid gap-2 border-t border-line px-4 py-3">
              <Text title={t("example")} text={example} />
              <Text title={t("schema")} text={schema} />
            </div>
          </Panel>
        </section>
      ))}
    </WebhookScreen>
  );
}

function Text({ title, text }: { title: string; text: string }) {
  return (
    <details>
      <summary className="w-fit min-h-6 text-sm text-muted hover:text-ink">{title}</summary>
      <div className="mt-1 grid gap-2">
        <CopyButton text={text} label={title} wide className="justify-self-start" />
        <CodeBlock text={text} className="max-h-96" />
      </div>
    </details>
  );
}
