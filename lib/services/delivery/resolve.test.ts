import { createServer, type Server } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startNameServer } from "../../testing/delivery/name-server.ts";
import { addressRefusal } from "./address.ts";
import { requireReachable } from "./resolve.ts";
import { send } from "./send.ts";

// Uses a real name server, and a real listener on the address that must not be reached.

let names: Awaited<ReturnType<typeof startNameServer>>;
let listener: Server;
let connections: number;
let url: string;
beforeEach(async () => {
  names = await startNameServer();
  connections = 0;
  listener = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((done) => listener.listen(0, "127.0.0.1", done));
  url = `https://hooks.example.com:${(listener.address() as { port: number }).port}/`;
});
afterEach(async () => {
  await names.close();
  await new Promise((done) => listener.close(done));
});

const create = () => requireReachable(url, [], names.resolve);
const dial = async () => {
  const sending = { url, headers: {}, body: "{}" };
  return (await send(sending, { allowedHosts: [], deadlineMs: 300, resolve: names.resolve })).error?.message;
};
const refused = "The address points to a private or local network, where nothing is sent.";
const open = ["93.184.216.34", "2606:4700::1111"];
/** A public address that belongs to nobody, so that nobody is contacted. */
const unused = "3ffe::1";

const inside = [
  ["loopback", "127.0.0.1"],
  ["end of loopback", "127.255.255.254"],
  ["this network", "0.0.0.0"],
  ["private, class A", "10.0.0.1"],
  ["private, class B", "172.31.255.255"],
  ["private, class C", "192.168.1.1"],
  ["carrier-grade NAT", "100.64.0.1"],
  ["link-local", "169.254.1.1"],
  ["metadata", "169.254.169.254"],
  ["metadata of a second cloud", "100.100.100.200"],
  ["metadata of a third cloud", "168.63.129.16"],
  ["metadata of a fourth cloud", "192.0.0.192"],
  ["benchmarking", "198.18.0.1"],
  ["6to4 relay", "192.88.99.1"],
  ["multicast", "224.0.0.1"],
  ["broadcast", "255.255.255.255"],
  ["IPv6 loopback", "::1"],
  ["IPv6 unspecified", "::"],
  ["IPv4-mapped loopback", "::ffff:127.0.0.1"],
  ["IPv4-mapped private", "::ffff:10.0.0.1"],
  ["6to4 of loopback", "2002:7f00:1::"],
  ["NAT64 of private", "64:ff9b::10.0.0.1"],
  ["local NAT64", "64:ff9b:1::1"],
  ["Teredo", "2001:0:7f00:1::"],
  ["unique local", "fc00::1"],
  ["unique local, metadata", "fd00:ec2::254"],
  ["link-local, IPv6", "fe80::1"],
  ["multicast, IPv6", "ff02::1"],
] as const;

describe.each(inside)("a name that leads to %s", (_, address) => {
  test.each([
    ["alone", []],
    ["among good addresses", open],
  ])("%s is refused at creation and at each connection", async (_, others) => {
    names.answers = [...others, address];
    await expect(create()).rejects.toMatchObject({ status: 400, details: [{ field: "url", ...addressRefusal }] });
    expect(await dial()).toBe(refused);
    expect(connections).toBe(0);
  });
});

test("a name that was public at creation is checked again at the first connection", async () => {
  names.answers = open;
  await create();
  names.answers = ["127.0.0.1"];
  expect(await dial()).toBe(refused);
  expect(connections).toBe(0);
});

test("a name that was public at one connection is checked again at the next", async () => {
  names.answers = [unused];
  expect(await dial()).not.toBe(refused);
  names.answers = ["127.0.0.1"];
  expect(await dial()).toBe(refused);
  names.answers = [];
  expect(await dial()).toBe("The host name of the receiver could not be resolved.");
  expect(names.asked).toBe(3);
  expect(connections).toBe(0);
});
