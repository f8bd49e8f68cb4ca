import type { Page } from "@playwright/test";
import { origin } from "./fixtures.ts";

/** Browsers tie passkeys to a name, which this machine's number is not. */
export const named = origin.replace("127.0.0.1", "localhost");

/** A device with a fingerprint reader, as the page sees it. */
export async function giveAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...({ protocol: "ctap2", transport: "internal" } as const),
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return { id: { authenticatorId }, send: session.send.bind(session) };
}
