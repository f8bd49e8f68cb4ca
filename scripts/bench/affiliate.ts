import { benchReads } from "./affiliate-reads.ts";
import { benchRedirect } from "./affiliate-redirect.ts";
import { openPlace } from "./place.ts";

export async function run(): Promise<boolean> {
  const place = await openPlace();
  try {
    const redirect = await benchRedirect(place);
    return (await benchReads(place.db)) && redirect;
  } finally {
    await place.stop();
  }
}
