"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Segmented } from "@/components/ui/radio-group";
import { useDesk } from "@/lib/api/desk";
import type { ShopKind } from "./platform-names";
import { shopSources } from "./reads";

const ways = ["plugin", "webhooks"] as const;
/** By which WooCommerce reports its orders. */
export type Way = (typeof ways)[number];

/** Null for other shops. A shop whose webhooks are set up goes on with them. */
export function useWay(kind: ShopKind): [Way | null, (way: Way) => void] {
  const desk = useDesk();
  const [chosen, choose] = useState<Way | null>(null);
  const isOpen = kind === "woocommerce";
  const { data } = useQuery({ ...shopSources(desk), enabled: isOpen && desk.can("checkout", "sources", "list") });
  const isSet = data?.data.some(({ platform, secret_set_at }) => platform === "woocommerce" && secret_set_at);
  return [isOpen ? (chosen ?? (isSet ? "webhooks" : "plugin")) : null, choose];
}

export function WayChoice({ way, onChoose }: { way: Way; onChoose: (way: Way) => void }) {
  const t = useTranslations("shop.ways");
  return (
    <Segmented<Way>
      label={t("label")}
      options={ways.map((value) => ({ value, label: t(value) }))}
      value={way}
      onValueChange={onChoose}
    />
  );
}
