export const languages = ["shell", "javascript"] as const;
export type Language = (typeof languages)[number];

type Facts = { api: string; key: string };

/** A shop makes two calls: one asks which offers to show, the other reports what shoppers did. */
export const snippets: Record<Language, (facts: Facts) => { offers: string; events: string }> = {
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
