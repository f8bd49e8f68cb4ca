import { createHmac } from "node:crypto";
import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { createSigningSecret, sealSecret } from "../../services/delivery/secrets.ts";
import { type DeliveryTest, type Receiver, type Respond, startReceiver, until } from "./delivery.ts";
import { startNameServer } from "./name-server.ts";
import { finish, settled, type Tally, withReceiver } from "./rounds.ts";

const drip = (socket: Socket) => {
  const timer = setInterval(() => socket.write("a"), 20);
  socket.on("error", () => {}).on("close", () => clearInterval(timer));
};
const raw = (write: (socket: Socket) => unknown): Respond => {
  return (_, __, request) => write(request.socket.on("error", () => {}));
};
const code =
  (status: number): Respond =>
  ({ path }, response) =>
    response.writeHead(status, { location: `${path}/elsewhere` }).end();
const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024));

/** The faulty responses by name. A 200 counts as success, however large its body is. */
const faults: Record<string, Respond> = {
  "never-answers": () => {},
  "slow-headers": raw((socket) => {
    socket.write("HTTP/1.1 200 OK\r\nX-Slow: ");
    drip(socket);
  }),
  "slow-body": raw((socket) => {
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n");
    drip(socket);
  }),
  huge: (_, response) => response.writeHead(200, { "content-length": 10 ** 9 }).write(Buffer.alloc(10 ** 6)),
  "gzip-bomb": (_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
  endless: (_, response) => {
    const timer = setInterval(() => response.write("b".repeat(8_000)), 1);
    response.on("close", () => clearInterval(timer));
  },
  reset: raw((socket) => socket.resetAndDestroy()),
  "half-a-body": raw((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf")),
  "no-http": raw((socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n\r\n")),
  ...Object.fromEntries([301, 302, 303, 307, 308, 203, 205, 206, 226, 500].map((each) => [each, code(each)])),
};

/** Every event goes to one endpoint for each fault, which shows its fault up to four times and then answers 204. */
export async function misbehave(delivery: DeliveryTest, rounds: number): Promise<Tally> {
  const times = new Map<string, number>();
  const receiver = await startReceiver((request, response, incoming) => {
    const which = `${request.path} ${request.body}`;
    const left = times.get(which) ?? 1 + Math.floor(Math.random() * 4);
    times.set(which, left - 1);
    const fault = faults[request.path.slice(1)];
    if (left > 0 && fault) return fault(request, response, incoming);
    response.writeHead(204).end();
  });
  try {
    for (const name of Object.keys(faults)) await delivery.endpoint(`${receiver.origin}/${name}`);
    const created: string[] = [];
    for (let round = 0; round < rounds; round++) created.push((await delivery.emit()).id);
    delivery.worker({ delays: [0, 0.05, 0.05, 0.05, 0.05] });
    await until(settled(delivery), 60_000 + rounds * 10_000);
    const whole = await delivery.rows<{ event_id: string }>(`
      select event_id from checkout.delivery group by 1
      having bool_and(status = 'delivered') and count(*) = ${Object.keys(faults).length}`);
    const delivered = whole.length;
    const wrong = receiver.received.filter(({ path }) => path.endsWith("/elsewhere")).length;
    return { created: created.length, delivered, lost: created.length - delivered, repeated: 0, unknown: 0, wrong };
  } finally {
    await receiver.close();
  }
}

/** A name alternates between good and bad addresses: no internal address may be contacted, and each event arrives. */
export function misdirect(delivery: DeliveryTest, rounds: number): Promise<Tally> {
  return withReceiver(delivery, async (receiver, endpoint) => {
    const inside = await startReceiver();
    const names = await startNameServer();
    let wrong = 0;
    try {
      delivery.worker({ resolve: names.resolve, delays: [0, 0.1, 0.1, 0.1, 30] });
      const lead = (to: string) =>
        delivery.db.execute(sql`
        update checkout.webhook_endpoint set url = ${to} where id = ${endpoint.id}`);
      const created: string[] = [];
      for (let round = 0; round < rounds; round++) {
        await lead(`https://hooks.example.com:${new URL(inside.origin).port}/`);
        names.answers = round % 2 ? ["127.0.0.1"] : ["93.184.216.34", "127.0.0.1", "::1"];
        const { id } = await delivery.emit();
        created.push(id);
        const failures = async () => {
          const [row] = await delivery.rows<{ failures: number; error: string }>(
            `select failures, error from checkout.delivery where event_id = '${id}'`,
          );
          if (row?.error && !row.error.includes("private or local network")) wrong++;
          return row?.failures ?? 0;
        };
        await until(async () => (await failures()) >= 2);
        await lead(`${receiver.origin}/hooks`);
        await until(settled(delivery));
      }
      wrong += inside.received.length;
      return { ...(await finish(delivery, receiver, created)), wrong };
    } finally {
      await names.close();
      await inside.close();
    }
  });
}

/** The secret changes between attempts. Each request must verify with the secret that was valid when it was sent. */
export function rotate(delivery: DeliveryTest, rounds: number): Promise<Tally> {
  return withReceiver(delivery, async (receiver, { id: endpointId, secret }) => {
    const secrets = [secret];
    const created: string[] = [];
    delivery.worker();
    for (let round = 0; round < rounds; round++) {
      const fresh = createSigningSecret();
      const place = { tenantId: delivery.tenantId, endpointId };
      const sealed = sealSecret(fresh, place, process.env.CARTWRIGHT_SECRET ?? "");
      receiver.respond = (_, response) => response.writeHead(500).end();
      const before = receiver.received.length;
      created.push((await delivery.emit()).id);
      await until(() => receiver.received.length > before);
      await delivery.db.execute(sql`update checkout.webhook_endpoint
        set previous_secret = secret, previous_secret_until = now() + interval '1 hour', secret = ${sealed}`);
      secrets.push(fresh);
      receiver.respond = (_, response) => response.end();
      await until(settled(delivery));
    }
    const wrong = receiver.received.filter((one) => {
      const signers = secrets.filter((each) => isSignedBy(one, each));
      const list = String(one.headers["webhook-signature"]).split(" ");
      return signers.length !== 1 || list.length > 2 || !list.includes(standardSignature(one, signers[0] ?? ""));
    });
    const tally = await finish(delivery, receiver, created);
    return { ...tally, repeated: 0, wrong: wrong.length };
  });
}

/** Bodies that a JSON parser would write differently are sent twice: the bytes must stay as they were signed. */
export function keepBytes(delivery: DeliveryTest, rounds: number): Promise<Tally> {
  return withReceiver(delivery, async (receiver, { secret }) => {
    const tries = new Map<string, number>();
    receiver.respond = ({ body }, response) => {
      tries.set(body, (tries.get(body) ?? 0) + 1);
      response.writeHead(tries.get(body) === 1 ? 500 : 200).end();
    };
    const bodies = new Map<string, string>();
    for (let round = 0; round < rounds; round++) {
      const { id } = await delivery.emit();
      const odd = ["1.0", "1", "1e2", "-0", '"\\u00e4"', '"ä 🦊"', '"\\ud800"', '"\\u0000"', "{ }", "[1,\t2 ]", "null"];
      const members = odd.map((value, n) => `"${"zäa"[n % 3]}${n}" :${value}`).sort(() => Math.random() - 0.5);
      const body = `{${members.join(", ")}, "id":"${id}"}\n`;
      bodies.set(id, body);
      await delivery.db.execute(sql`update checkout.event set body = ${body} where id = ${id}`);
    }
    const tally = await finish(delivery, receiver, [...bodies.keys()]);
    const wrong = receiver.received.filter(
      (one) => one.body !== bodies.get(JSON.parse(one.body).id) || !isSignedBy(one, secret),
    );
    return { ...tally, repeated: tally.repeated - rounds, wrong: wrong.length };
  });
}

type One = Receiver["received"][number];

function isSignedBy({ headers, body }: One, secret: string): boolean {
  return headers["x-service-signature"] === `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}

function standardSignature({ headers, body }: One, secret: string): string {
  const content = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  return `v1,${createHmac("sha256", Buffer.from(secret.slice(6), "base64"))
    .update(content)
    .digest("base64")}`;
}
