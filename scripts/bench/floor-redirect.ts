import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const server = createServer((_request, response) => {
  response.writeHead(302, { location: "https://shop.example.com/" });
  response.end();
});
process.on("SIGTERM", () => process.exit(0));
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
