import type { Page } from "@playwright/test";
import { origin } from "./fixtures.ts";

/** Browsers accept passkeys only for host names, not for IP addresses. */
export const named = origin.replace("127.0.0.1", "localhost");

export async function giveAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    } as const,
  });
  return { id: { authenticatorId }, send: session.send.bind(session) };
}
