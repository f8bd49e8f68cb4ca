import { createServer, type Server } from "node:http";
import { isCode } from "./private-file.ts";

export interface ListenAddress {
  host: string;
  port: number;
  origin: string;
}

/** Port 0 means a free port. */
export async function chooseAddress(
  portName: string,
  fallback: number,
  host = process.env.HOST || "127.0.0.1",
): Promise<ListenAddress> {
  const wanted = process.env[portName] || String(fallback);
  if (!/^\d{1,5}$/.test(wanted) || Number(wanted) > 65_535) {
    throw new Error(`${portName} is not a port number: ${wanted}`);
  }
  const probe = createServer();
  await listen(probe, { host, port: Number(wanted) }, portName);
  const bound = probe.address();
  const port = typeof bound === "object" && bound ? bound.port : Number(wanted);
  await new Promise((resolve) => probe.close(resolve));
  return { host, port, origin: `http://${nameOf(host)}:${port}` };
}

export async function listen(
  server: Server,
  { host, port }: Omit<ListenAddress, "origin">,
  portName: string,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(explain(error, host, port, portName)));
    server.listen(port, host, resolve);
  });
}

function nameOf(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

function explain(error: Error, host: string, port: number, portName: string): Error {
  if (isCode(error, "EADDRINUSE")) {
    return new Error(
      `Port ${port} is in use by another program. Choose one with ${portName}, such as ${portName}=${port + 1}.`,
    );
  }
  if (isCode(error, "EACCES"))
    return new Error(`This user is not allowed to listen on port ${port}. Choose a higher port with ${portName}.`);
  if (isCode(error, "EADDRNOTAVAIL") || isCode(error, "ENOTFOUND"))
    return new Error(`HOST is not an address of this machine: ${host}`);
  return error;
}
