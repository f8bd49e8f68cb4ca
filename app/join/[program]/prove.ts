import { request } from "@/lib/api/send";

type Challenge = { challenge: string; bits: number };

const atOnce = 128;
const encoder = new TextEncoder();

/** Finds a number whose hash with the challenge begins with so many zero bits. The page stays usable in the meantime. */
export async function prove(slug: string): Promise<{ challenge: string; proof: number }> {
  const { challenge, bits } = (await request(`/api/join/${slug}/challenge`)) as Challenge;
  const fits = async (proof: number) => {
    const digest = await crypto.subtle.digest("SHA-256", encoder.encode(`${challenge}.${proof}`));
    return new DataView(digest).getUint32(0) >>> (32 - bits) === 0;
  };
  for (let first = 0; ; first += atOnce) {
    const found = await Promise.all(Array.from({ length: atOnce }, (_, n) => fits(first + n)));
    if (found.includes(true)) return { challenge, proof: first + found.indexOf(true) };
  }
}
