import type { Desk } from "@/lib/api/desk";

type Apis = Pick<Desk, "checkout">;

// Live updates do not report that a shop asks for offers or shows one, so a screen looks again every minute.
export const refetchInterval = 60_000;
export const waitingMs = 5_000;

export const shopContact = ({ checkout }: Apis) => ({ ...checkout.shop.contact.options(), refetchInterval });
/** For screens of a live store that may be empty because no shop is connected. */
export const contactOf = (apis: Pick<Desk, "checkout" | "can" | "has">, mode: Desk["mode"]) =>
  mode === "live" && apis.can("checkout", "shop", "contact") ? [shopContact(apis)] : [];
export const showingsOf = ({ checkout }: Apis, id: string) => ({
  ...checkout.shop.showings.options({ params: { id } }),
  refetchInterval,
});
