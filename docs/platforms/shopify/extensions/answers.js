import { createServer } from "node:http";

/** A server that answers as Cartwright's storefront API does, and keeps what it was asked. For tests. */
export async function openAnswers() {
  const offer = {
    id: "ups_1",
    product_id: "7002",
    placement: "thank_you",
    product: { id: "7002", title: "Paper filters", image_url: null, url: null, price: 20 },
    price: 20,
    final_price: 17,
    quantity: { least: 1, most: 1 },
  };
  const words = {
    thank_you: "Thank you!",
    post_purchase: "One more thing?",
    accept: "Add",
    decline: "No",
    failed: "Not added.",
  };
  const ticket = {
    id: "tkt_1",
    price: 17,
    list_price: 20,
    lines: [{ product_id: "7002", variant_id: "8002", quantity: 1 }],
  };
  const answers = {
    offers: { offers: [offer], currency: "EUR", words },
    tickets: ticket,
    code: { id: "tkt_1", code: "CW-7K2M9QX4VB0T" },
    changeset: { id: "tkt_1", token: "signed" },
  };
  const asked = [];
  const server = createServer(async (request, response) => {
    response.setHeader("access-control-allow-origin", "*");
    const url = new URL(request.url, "http://localhost");
    let text = "";
    for await (const chunk of request) text += chunk;
    const what = url.pathname.split("/").at(-1);
    asked.push({ what, query: Object.fromEntries(url.searchParams), ...(text && { body: JSON.parse(text) }) });
    const answer = answers[what];
    response.writeHead(answer ? 200 : 503, { "content-type": "application/json" }).end(JSON.stringify(answer ?? {}));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { answers, asked, address: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
