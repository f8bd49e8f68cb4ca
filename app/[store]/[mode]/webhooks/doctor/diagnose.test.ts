import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { signatureHeaders } from "@/lib/services/delivery/sign";
import { diagnose } from "./diagnose";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw9r8GKYqrTwg=";
const old = "whsec_c2VjcmV0IG9mIGxhc3QgeWVhciwgbm90IHVzZWQ=";
const body = '{"id":"evt_1","type":"order.edited","data":{"total":1.50,"name":"Café","url":"a/b"}}';
const digest = (key: string | Buffer, text: string, encoding: "hex" | "base64" = "hex") =>
  createHmac("sha256", key).update(text).digest(encoding);
const headerOf = (text: string, key: string | Buffer = secret) => `sha256=${digest(key, text)}`;

/** The header comes from the code that sends events, so that doctor and sender use the same scheme. */
const sent = signatureHeaders({ eventId: "evt_1", body, timestamp: 1_700_000_000, secrets: [secret] });
const header = sent["X-Service-Signature"] ?? "";

test("a signature from the service is valid", async () => {
  expect(await diagnose({ body, header, secret })).toEqual({ valid: true, causes: [], expected: header });
});

describe("the body differs from the signed one", () => {
  // Numbers such as 1.50 lose a digit when they are parsed, so this body has none.
  const plain = '{"id":"evt_1","data":{"b":2,"a":[1,"é/"]}}';
  const parsed = JSON.parse(plain);
  test.each([
    ["indented", JSON.stringify(parsed, null, 2)],
    ["with spaces", '{"id": "evt_1", "data": {"b": 2, "a": [1, "é/"]}}'],
    ["with escapes", '{"id":"evt_1","data":{"b":2,"a":[1,"\\u00e9\\/"]}}'],
  ])("serialised again: %s", async (_how, pasted) => {
    const found = await diagnose({ body: pasted, header: headerOf(plain), secret });
    expect(found).toMatchObject({ valid: false, causes: ["body_reserialised"] });
  });

  test("the signed body was serialised again with sorted keys, spaces or escapes", async () => {
    const signed = [
      '{"data": {"a": [1, "\\u00e9/"], "b": 2}, "id": "evt_1"}',
      '{"data":{"a":[1,"é/"],"b":2},"id":"evt_1"}',
    ];
    for (const text of signed) {
      expect((await diagnose({ body: plain, header: headerOf(text), secret })).causes).toEqual(["body_reserialised"]);
    }
  });

  test.each([
    ["a newline at its end", `${body}\n`, "body_line_end"],
    ["a newline of Windows at its end", `${body}\r\n`, "body_line_end"],
    ["a byte order mark", `\uFEFF${body}`, "body_mark"],
  ])("the pasted or the signed body has %s", async (_how, other, cause) => {
    expect((await diagnose({ body: other, header, secret })).causes).toEqual([cause]);
    expect((await diagnose({ body, header: headerOf(other), secret })).causes).toEqual([cause]);
  });

  test("the signed body has other line breaks", async () => {
    const lines = '{\n  "id": "evt_1"\n}';
    const found = await diagnose({ body: lines, header: headerOf(lines.replaceAll("\n", "\r\n")), secret });
    expect(found.causes).toEqual(["body_line_breaks"]);
  });
});

describe("the header has another form", () => {
  const base64 = digest(secret, body, "base64");
  const hex = digest(secret, body);
  test.each([
    ["base64 for hex", `sha256=${base64}`, ["header_base64"]],
    ["base64 of hex", `sha256=${btoa(hex)}`, ["header_encoding"]],
    ["without its prefix", hex, ["header_prefix"]],
    ["base64 without its prefix", base64, ["header_prefix", "header_base64"]],
    ["in capitals", `sha256=${hex.toUpperCase()}`, ["header_upper_case"]],
    ["with a newline", `${header}\n`, ["header_space"]],
    ["with its name", `X-Service-Signature: ${header}`, ["header_space"]],
    ["cut short", header.slice(0, 40), ["header_length"]],
    ["of Standard Webhooks", sent["webhook-signature"] ?? "", ["header_standard"]],
  ])("%s", async (_how, pasted, causes) => {
    expect(await diagnose({ body, header: pasted, secret })).toEqual({ valid: false, causes, expected: header });
  });
});

describe("the secret is not the right one", () => {
  test.each([
    ["with a newline at its end", `${secret}\n`, ["secret_space"]],
    ["without what it begins with", secret.slice(6), ["secret_prefix"]],
  ])("%s", async (_how, pasted, causes) => {
    expect((await diagnose({ body, header, secret: pasted })).causes).toEqual(causes);
  });

  test("the secret was decoded before it was used", async () => {
    const bytes = Buffer.from(secret.slice(6), "base64");
    expect((await diagnose({ body, header: headerOf(body, bytes), secret })).causes).toEqual(["secret_decoded"]);
  });

  test("an old secret is recognised if it is entered as well", async () => {
    const found = await diagnose({ body, header: headerOf(body, old), secret, other: ` ${old}\n` });
    expect(found).toMatchObject({ valid: false, causes: ["secret_old"] });
  });

  test("another secret is reported as unknown, because nothing else explains the mismatch", async () => {
    expect(await diagnose({ body, header: headerOf(body, old), secret })).toMatchObject({
      valid: false,
      causes: ["unknown"],
    });
  });
});

test("several causes are reported together", async () => {
  const found = await diagnose({
    body: `${body}\n`,
    header: `sha256=${digest(secret, body, "base64")}`,
    secret: `${secret} `,
  });
  expect(found.causes).toEqual(["header_base64", "secret_space", "body_line_end"]);
});

test("a secret that is only the prefix gives no cause", async () => {
  expect(await diagnose({ body, header, secret: "whsec_" })).toMatchObject({ valid: false, causes: ["unknown"] });
});

test("empty fields are reported as missing", async () => {
  expect((await diagnose({ body: "", header: " ", secret: "" })).causes).toEqual([
    "header_missing",
    "body_missing",
    "secret_missing",
  ]);
});
