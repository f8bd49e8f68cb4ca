import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

// The fastest possible API: every offer is the same draft of 3.5 kB under the requested id, and a write returns its
// body.

const name = "A kit to care for leather, with a brush, a cloth and a jar of balm";
const offer = {
  name,
  status: "draft",
  placement: "post_purchase",
  product_id: "prod_care_kit",
  trigger_products: ["prod_boots", "prod_shoes", "prod_belt"],
  message: "Leather that is fed twice a year lasts a lifetime. ".repeat(60),
  discount_type: "percentage",
  discount_value: 15,
  created_at: "2026-01-01T00:00:00Z",
};
const server = createServer((request, response) => {
  const id = (request.url ?? "").split("/").at(-1);
  let body = "";
  request.setEncoding("utf8").on("data", (chunk) => (body += chunk));
  request.on("end", () => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ id, ...offer, ...(body && JSON.parse(body)) }));
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
