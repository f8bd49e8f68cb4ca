import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { createSigningSecret, openSecret, sealSecret } from "./secrets.ts";
import { signatureHeaders } from "./sign.ts";

const body = '{"b":1.0,"a":"Zoë 🦊 \\u0000","n":1}';

test("openssl computes the same specified signature", () => {
  const secret = createSigningSecret();
  const headers = signatureHeaders({ eventId: "evt_1", body, timestamp: 1, secrets: [secret] });
  const said = execFileSync("openssl", ["dgst", "-sha256", "-hmac", secret], { input: body, encoding: "utf8" });
  expect(headers["X-Service-Signature"]).toBe(`sha256=${said.trim().split(/[= ]+/).at(-1)}`);
});

test("the example of Standard Webhooks gets the signature of their documentation", () => {
  const headers = signatureHeaders({
    eventId: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    body: '{"test": 2432232314}',
    timestamp: 1614265330,
    secrets: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
  });
  expect(headers).toMatchObject({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

test("during a rotation, the list has both signatures and the specified header has the current one", () => {
  const [now, before] = [createSigningSecret(), createSigningSecret()];
  const both = signatureHeaders({ eventId: "evt_1", body, timestamp: 1, secrets: [now, before] });
  const alone = (secret: string) => signatureHeaders({ eventId: "evt_1", body, timestamp: 1, secrets: [secret] });
  expect(both["webhook-signature"]).toBe(`${alone(now)["webhook-signature"]} ${alone(before)["webhook-signature"]}`);
  expect(both["X-Service-Signature"]).toBe(`sha256=${createHmac("sha256", now).update(body).digest("hex")}`);
});

test("a secret opens only for its own endpoint and with the same master secret", () => {
  const place = { tenantId: 1, endpointId: "whk_1" };
  const master = "m".repeat(32);
  const secret = createSigningSecret();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const sealed = sealSecret(secret, place, master);
  expect(sealed.includes(secret)).toBe(false);
  expect(sealSecret(secret, place, master).equals(sealed)).toBe(false);
  expect(openSecret(sealed, place, master)).toBe(secret);
  expect(() => openSecret(sealed, { ...place, tenantId: 2 }, master)).toThrow();
  expect(() => openSecret(sealed, { ...place, endpointId: "whk_2" }, master)).toThrow();
  expect(() => openSecret(sealed, place, "n".repeat(32))).toThrow();
});
