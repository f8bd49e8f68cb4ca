import type { Webhook } from "@/lib/contract/checkout/webhooks";
import type { Remembered } from "@/lib/contract/desk/remembered";
import { nameOf } from "../words";

/** An endpoint that was created here has its address and events; an adopted one has only its id and a name. */
export function fromRemembered({ id, extra }: Remembered): Webhook {
  const { url, events } = extra;
  return {
    id,
    ...(typeof url === "string" && { url }),
    ...(Array.isArray(events) &&
      events.length > 0 && { events: events.filter((event): event is string => typeof event === "string") }),
  };
}

export const rememberedName = (endpoint: Remembered): string => endpoint.name || nameOf(fromRemembered(endpoint));
