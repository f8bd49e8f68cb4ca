import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

// Counts the webhooks of each sender and answers 204. GET returns the counts and resets them.

let sends = new Map<string, number>();

const server = createServer((request, response) => {
  if (request.method === "GET") {
    const received = [...sends.values()].reduce((sum, count) => sum + count, 0);
    response.end(JSON.stringify({ received, distinct: sends.size }));
    sends = new Map();
    return;
  }
  request.resume();
  request.on("end", () => {
    const key = `${request.url} ${request.headers["webhook-id"]}`;
    sends.set(key, (sends.get(key) ?? 0) + 1);
    response.writeHead(204).end();
  });
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
