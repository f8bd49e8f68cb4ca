import { expect, test } from "vitest";
import { securityContact, securityText } from "./security-text.ts";

test("security.txt has a contact and an end that is ahead, as RFC 9116 asks", () => {
  const now = new Date("2026-11-28T22:00:00.123Z");
  expect(securityText({ contact: "security@shop.example", origin: "https://desk.shop.example", now })).toBe(
    "Contact: mailto:security@shop.example\r\nExpires: 2027-02-26T22:00:00Z\r\nPreferred-Languages: en\r\n" +
      "Canonical: https://desk.shop.example/.well-known/security.txt\r\n",
  );
  expect(securityText({ contact: "https://shop.example/security", origin: "https://d.example", now })).toMatch(
    /^Contact: https:\/\/shop\.example\/security\r\n/,
  );
});

test.each([
  ["security@shop.example", true],
  ["mailto:security@shop.example", true],
  ["https://shop.example/security", true],
  ["http://shop.example/security", false],
  ["javascript:alert(1)", false],
  ["security@shop.example\nContact: mailto:eve@evil.example", false],
  ["https://shop.example/\nExpires: 2020-01-01T00:00:00Z", false],
  ["somebody", false],
])("SECURITY_CONTACT %j is accepted: %s", (contact, valid) => {
  expect(securityContact.safeParse(contact).success).toBe(valid);
});
