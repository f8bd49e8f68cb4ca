"use client";

import { useMemo } from "react";
import { createClient } from "@/lib/api/client";
import { useDesk } from "@/lib/api/desk";
import { sendTo } from "@/lib/api/send";
import type { checkout as Checkout } from "@/lib/contract/checkout";
import type { Upsell } from "@/lib/contract/checkout/upsells";
import type { desk as DeskOperations } from "@/lib/contract/desk";

/** Live mode has its own cache entries. */
export function useLive() {
  const { store, routes } = useDesk();
  return useMemo(() => {
    const client = (api: "checkout" | "desk") => ({ store: store.id, mode: "live", api });
    return {
      checkout: createClient<typeof Checkout>(routes.checkout, client("checkout"), sendTo(client("checkout"))),
      desk: createClient<typeof DeskOperations>(routes.desk, client("desk"), sendTo(client("desk"))),
    };
  }, [store.id, routes]);
}

export const twinQuery = ({ name }: Upsell) => ({ query: { search: (name ?? "").slice(0, 100), per_page: 100 } });

export const isTwin = (one: Upsell, other: Upsell): boolean =>
  one.name === other.name && one.product_id === other.product_id;
