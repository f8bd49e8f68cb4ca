import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type Wire = ReturnType<typeof wireTo>;

/** A connection to a server of the address that can be closed, opened again, and made to swallow everything. */
export function wireTo(url: string) {
  const { hostname, port: to } = new URL(url);
  const sockets = new Set<Socket>();
  let frozen = false;
  const server = createServer((socket) => {
    const target = connect(Number(to), hostname);
    for (const [from, other] of [
      [socket, target],
      [target, socket],
    ] as const) {
      from.on("error", () => other.destroy()).on("close", () => other.destroy());
      from.on("data", (bytes) => frozen || other.write(bytes));
      sockets.add(from);
    }
  });
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  return {
    /** Returns the address that leads to the server. */
    async open(port = 0): Promise<string> {
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
      return Object.assign(new URL(url), { host: `127.0.0.1:${(server.address() as AddressInfo).port}` }).href;
    },
    freeze() {
      frozen = true;
    },
    thaw() {
      frozen = false;
      cut();
    },
    close() {
      cut();
      server.close();
    },
  };
}
