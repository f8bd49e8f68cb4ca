import type { Webhook } from "@/lib/contract/checkout/webhooks";
import type { Remembered } from "@/lib/contract/desk/remembered";
import { nameOf } from "./words";

/** As much of an endpoint as was noted when it was made here; of one that was adopted only its id and a name. */
export function fromRemembered({ id, extra }: Remembered): Webhook {
  const { url, events } = extra;
  return {
    id,
    ...(typeof url === "string" && { url }),
    ...(Array.isArray(events) &&
      events.length > 0 && { events: events.filter((event): event is string => typeof event === "string") }),
  };
}

export const rememberedName = (thing: Remembered): string => thing.name || nameOf(fromRemembered(thing));
