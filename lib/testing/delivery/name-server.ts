import { createSocket } from "node:dgram";
import { isIP } from "node:net";
import { askServers, type Resolve } from "../../services/delivery/resolve.ts";

/** For tests: a name server on this machine that answers every name with the given addresses. */
export async function startNameServer(answers: readonly string[] = []) {
  const socket = createSocket("udp4");
  await new Promise<void>((done) => socket.bind(0, "127.0.0.1", done));
  const at = `127.0.0.1:${socket.address().port}`;
  const server = {
    answers,
    asked: 0,
    resolve: ((name, signal) => askServers(name, signal, [at])) as Resolve,
    close: () => new Promise<void>((done) => socket.close(done)),
  };
  socket.on("message", (query, from) => {
    const end = query.indexOf(0, 12) + 5;
    const version = query.readUInt16BE(end - 4) === 28 ? 6 : 4;
    if (version === 4) server.asked++;
    const records = server.answers.filter((address) => isIP(address) === version).map(recordOf);
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(records.length, 6);
    socket.send(Buffer.concat([header, query.subarray(12, end), ...records]), from.port, from.address);
  });
  return server;
}

function recordOf(address: string): Buffer {
  const bytes = bytesOf(address);
  const head = Buffer.from([0xc0, 12, 0, bytes.length === 16 ? 28 : 1, 0, 1, 0, 0, 0, 0, 0, bytes.length]);
  return Buffer.concat([head, bytes]);
}

function bytesOf(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split(".").map(Number));
  // The URL parser writes an embedded IPv4 address in hexadecimal.
  const [left = "", right] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const groups = (text = "") => text.split(":").filter((group) => group !== "");
  const zeros = right === undefined ? 0 : 8 - groups(left).length - groups(right).length;
  const all = [...groups(left), ...Array<string>(zeros).fill("0"), ...groups(right)];
  return Buffer.from(all.map((group) => group.padStart(4, "0")).join(""), "hex");
}
