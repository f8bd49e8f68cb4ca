import { describe, expect, test } from "vitest";
import { addressRefusal, isPublicAddress, parseAllowedHosts, reachOf, refusalOf } from "./address.ts";
import type { Resolve } from "./resolve.ts";
import { requireReachable } from "./resolve.ts";

// Each address must be refused as an endpoint in every spelling.
const spellings: [string, string][] = [
  ["loopback", "127.0.0.1"],
  ["another loopback", "127.255.255.254"],
  ["loopback in two parts", "127.1"],
  ["loopback in hexadecimal", "0x7f000001"],
  ["loopback in dotted hexadecimal", "0x7f.0x0.0x0.0x1"],
  ["loopback in octal", "0177.0.0.1"],
  ["loopback as one number", "2130706433"],
  ["loopback as one octal number", "017700000001"],
  ["loopback, with a dot behind", "127.0.0.1."],
  ["loopback in full-width digits", "１２７.０.０.１"],
  ["loopback in circled digits", "①②⑦.⓪.⓪.①"],
  ["loopback with an ideographic stop", "127。0。0。1"],
  ["loopback, percent-encoded", "%31%32%37.0.0.1"],
  ["zero", "0"],
  ["all zeros", "0.0.0.0"],
  ["this network", "0.1.2.3"],
  ["private, class A", "10.0.0.1"],
  ["private, class B", "172.16.0.1"],
  ["private, end of class B", "172.31.255.255"],
  ["private, class C", "192.168.1.1"],
  ["carrier-grade NAT", "100.64.0.1"],
  ["end of carrier-grade NAT", "100.127.255.255"],
  ["link-local", "169.254.1.1"],
  ["metadata", "169.254.169.254"],
  ["metadata as one number", "2852039166"],
  ["metadata of a second cloud", "100.100.100.200"],
  ["metadata of a third cloud", "168.63.129.16"],
  ["metadata of a fourth cloud", "192.0.0.192"],
  ["benchmarking", "198.18.0.1"],
  ["documentation", "192.0.2.1"],
  ["documentation, again", "203.0.113.9"],
  ["6to4 relay", "192.88.99.1"],
  ["multicast", "224.0.0.1"],
  ["reserved", "240.0.0.1"],
  ["broadcast", "255.255.255.255"],
  ["IPv6 unspecified", "[::]"],
  ["IPv6 loopback", "[::1]"],
  ["IPv6 loopback, written out", "[0:0:0:0:0:0:0:1]"],
  ["IPv4-mapped loopback", "[::ffff:127.0.0.1]"],
  ["IPv4-mapped loopback in hexadecimal", "[::ffff:7f00:1]"],
  ["IPv4-mapped private", "[::ffff:10.0.0.1]"],
  ["IPv4-mapped public", "[::ffff:8.8.8.8]"],
  ["IPv4-compatible", "[::127.0.0.1]"],
  ["IPv4-translated", "[::ffff:0:127.0.0.1]"],
  ["6to4 of loopback", "[2002:7f00:1::]"],
  ["6to4 of a public address", "[2002:808:808::1]"],
  ["NAT64 of loopback", "[64:ff9b::7f00:1]"],
  ["NAT64 of private", "[64:ff9b::10.0.0.1]"],
  ["local NAT64", "[64:ff9b:1::1]"],
  ["Teredo", "[2001:0:7f00:1::]"],
  ["documentation, IPv6", "[2001:db8::1]"],
  ["discard", "[100::1]"],
  ["unique local", "[fc00::1]"],
  ["unique local, metadata", "[fd00:ec2::254]"],
  ["link-local, IPv6", "[fe80::1]"],
  ["link-local with a zone", "[fe80::1%25eth0]"],
  ["loopback with a zone", "[::1%lo]"],
  ["site-local", "[fec0::1]"],
  ["multicast, IPv6", "[ff02::1]"],
  ["localhost", "localhost"],
  ["localhost in capitals", "LOCALHOST"],
  ["localhost in circled letters", "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ"],
  ["localhost with an ideographic stop behind", "localhost。"],
  ["localhost with a soft hyphen", "local\u00adhost"],
  ["localhost with a dot behind", "localhost."],
  ["a name under localhost", "hooks.localhost"],
  ["a bare name", "intranet"],
  ["a name of a local network", "printer.local"],
  ["a name inside a cloud", "metadata.google.internal"],
];

test.each(spellings)("%s is refused: %s", (_, host) => {
  expect(refusalOf(`https://${host}/hooks`, [])).not.toBeNull();
  expect(refusalOf(`https://${host}:8443/hooks`, [])).not.toBeNull();
});

test.each([
  "https://hooks.example.com/a",
  "https://hooks.example.com:8443/a?b=c",
  "https://8.8.8.8/",
  "https://[2606:4700::1111]/",
  "https://172.32.0.1/",
  "https://100.128.0.1/",
  "https://bücher.example/",
  "https://hooks.example.com./",
  `https://hooks.example.com/${"a".repeat(2_000)}`,
])("%s may be an endpoint", (url) => expect(refusalOf(url, [])).toBeNull());

test.each([
  ["http://hooks.example.com/", "Must begin with https://."],
  ["ftp://hooks.example.com/", "Must begin with https://."],
  ["https://person@hooks.example.com/", "Must not contain a user name or a password."],
  ["https://person:word@hooks.example.com/", "Must not contain a user name or a password."],
  ["https://@hooks.example.com/", "Must not contain a user name or a password."],
  ["https://hooks.example.com@127.0.0.1/", "Must not contain a user name or a password."],
  ["https://", "Must be a web address."],
  ["https://127.0.0.1:1/", addressRefusal.message],
  ["https://127.0.0.1:65535/", addressRefusal.message],
])("%s: %s", (url, refusal) => expect(refusalOf(url, [])?.message).toBe(refusal));

describe("what the operator allows", () => {
  const allowed = parseAllowedHosts(" localhost:4000 , hooks.dev, [::1]:99,");
  test.each<[string, boolean]>([
    ["http://localhost:4000/", true],
    ["https://localhost:4000/", true],
    ["http://localhost:4001/", false],
    ["http://localhost/", false],
    ["http://hooks.dev/", true],
    ["http://hooks.dev:9/", true],
    ["http://sub.hooks.dev/", false],
    ["http://[::1]:99/", true],
    ["http://[::1]:98/", false],
    ["ftp://hooks.dev/", false],
    ["http://a:b@hooks.dev/", false],
  ])("%s: %s", (url, may) => expect(refusalOf(url, allowed) === null).toBe(may));
});

describe("at creation a name", () => {
  const answers =
    (...addresses: string[]): Resolve =>
    async () =>
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  const create = (resolve: Resolve) => requireReachable("https://hooks.example.com/", [], resolve);

  test.each([
    ["that leads to a private address", ["10.0.0.8"]],
    ["with a good and a bad address", ["93.184.216.34", "169.254.169.254"]],
    ["with a bad address of the other family", ["93.184.216.34", "::1"]],
    ["with a mapped address", ["::ffff:10.0.0.1"]],
  ])("%s is refused in the same words as an address", async (_, addresses) => {
    await expect(create(answers(...addresses))).rejects.toMatchObject({
      status: 400,
      details: [{ field: "url", message: addressRefusal.message }],
    });
  });

  test("at creation a name that is public, or does not resolve yet, is accepted", async () => {
    await create(answers("93.184.216.34", "2606:4700::1111"));
    await create(async () => Promise.reject(Object.assign(new Error("no such name"), { code: "ENOTFOUND" })));
  });
});

test("a text that is not an address is not public", () => {
  for (const odd of ["", "localhost", "127.1", "2130706433", "fe80::1%eth0", "1.2.3.4.5"]) {
    expect(isPublicAddress(odd)).toBe(false);
  }
});

test.each([
  ["nearby", "http://localhost:3000"],
  ["nearby", "http://desk.localhost:3000"],
  ["nearby", "http://127.0.0.1:3000"],
  ["nearby", "http://[::1]:3000"],
  ["nearby", "https://10.1.2.3"],
  ["nearby", "http://172.20.0.4"],
  ["nearby", "http://192.168.178.20:3000"],
  ["nearby", "http://[fd12::1]"],
  ["nearby", "https://desk"],
  ["unencrypted", "http://desk.example.com"],
  ["everywhere", "https://desk.example.com:8443"],
])("%s: who can open %s", (reach, address) => {
  expect(reachOf(address)).toBe(reach);
});
