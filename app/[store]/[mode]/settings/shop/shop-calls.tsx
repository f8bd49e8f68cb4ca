"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Panel } from "@/components/ui/panel";
import { Tabs } from "@/components/ui/tabs";
import { Code } from "./code";
import { usePublishableKey } from "./shop-key";

const languages = ["shell", "javascript"] as const;
type Language = (typeof languages)[number];

type Facts = { api: string; key: string };

/** A shop makes two calls: one asks which offers to show, the other reports what shoppers did. */
const snippets: Record<Language, (facts: Facts) => { offers: string; events: string }> = {
  shell: ({ api, key }) => ({
    offers: `curl "${api}/offers?visitor_id=visitor_1&cart=PRODUCT_ID" \\
  -H "Authorization: Bearer ${key}"`,
    events: `curl "${api}/events" \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d "{\\"events\\": [{
    \\"id\\": \\"visit_$(date +%s)\\",
    \\"type\\": \\"visit\\",
    \\"occurred_at\\": \\"$(date -u +%Y-%m-%dT%H:%M:%SZ)\\",
    \\"visitor_id\\": \\"visitor_1\\"
  }]}"`,
  }),
  javascript: ({ api, key }) => ({
    offers: `const api = "${api}";
const headers = { Authorization: "Bearer ${key}", "Content-Type": "application/json" };
// The shopper, by an id from your shop, and the ids of the products in the cart.
const visitor = "visitor_1";
const cart = ["PRODUCT_ID"];

const query = new URLSearchParams({ visitor_id: visitor, cart: cart.join(",") });
const response = await fetch(\`\${api}/offers?\${query}\`, { headers });
const { offers } = await response.json();`,
    events: `// After the first call: the visit, and every offer that your page shows.
const now = { occurred_at: new Date().toISOString(), visitor_id: visitor };
const events = [
  { id: crypto.randomUUID(), type: "visit", ...now },
  ...offers.map((offer) => ({ id: crypto.randomUUID(), type: "offer.shown", upsell_id: offer.id, ...now })),
];
await fetch(\`\${api}/events\`, { method: "POST", headers, body: JSON.stringify({ events }) });`,
  }),
};

const names: Record<Language, string> = { shell: "Shell", javascript: "JavaScript" };

export function ShopCalls({ api }: { api: string }) {
  const t = useTranslations("shop.calls");
  const [language, setLanguage] = useState<Language>("shell");
  const key = usePublishableKey().text;
  return (
    <Panel title={t("title")} description={t("about")}>
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
