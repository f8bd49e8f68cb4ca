"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { cn } from "@/components/ui/cn";
import { IntentLink } from "@/components/ui/intent-link";
import { useDesk } from "@/lib/api/desk";
import type { NamedAffiliate } from "@/lib/contract/desk/affiliate-names";
import { affiliateLookUp } from "./affiliate-names";

export type AffiliateNames = ReadonlyMap<string, NamedAffiliate>;

export function useAffiliateNames(ids: readonly (string | null | undefined)[]): AffiliateNames {
  const { desk, can } = useDesk();
  const input = affiliateLookUp(ids);
  const found = useQuery({
    ...desk.affiliate_names.look_up.options(input),
    enabled: can("desk", "affiliate_names", "look_up") && input.body.ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  });
  return useMemo(() => new Map(found.data?.data.map((one) => [one.id, one])), [found.data]);
}

type Props = {
  id: string;
  names: AffiliateNames;
  /** Rows that are links themselves show the name without a link. */
  plain?: boolean;
  className?: string;
};

export function AffiliateName({ id, names, plain, className }: Props) {
  const { base, can } = useDesk();
  const name = names.get(id)?.name;
  const look = cn("inline-block max-w-full leading-6 wrap-anywhere", className);
  const title = name ? { title: id } : {};
  if (plain || !can("affiliate", "affiliates", "get")) {
    return (
      <span className={look} {...title}>
        {name ?? id}
      </span>
    );
  }
  return (
    <IntentLink
      href={`${base}/affiliates/${encodeURIComponent(id)}`}
      className={cn(look, "underline decoration-line underline-offset-3 hover:decoration-current")}
      {...title}
    >
      {name ?? id}
    </IntentLink>
  );
}
