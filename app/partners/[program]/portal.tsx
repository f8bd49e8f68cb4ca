"use client";

import { useLocale } from "next-intl";
import { createContext, type ReactNode, use, useMemo } from "react";
import { sendJson } from "@/lib/api/send";
import type { Method } from "@/lib/contract/define";
import { createFormat, type Format } from "@/lib/format";
import { type MoneyUnit, showAmount } from "@/lib/money";

export type PortalFacts = {
  slug: string;
  program: string;
  name: string;
  email: string;
  currency: string;
  timeZone: string;
  moneyUnit: MoneyUnit;
};

type Portal = PortalFacts & {
  /** The beginning of every address of this portal. */
  base: string;
  format: Format;
  money: (amount: number, currency: string | null) => string;
  send: (method: Method, path: string, body?: object) => Promise<unknown>;
};

const PortalContext = createContext<Portal | null>(null);

export function usePortal(): Portal {
  const portal = use(PortalContext);
  if (!portal) throw new Error("usePortal is for pages of the portal.");
  return portal;
}

export function PortalProvider({ facts, children }: { facts: PortalFacts; children: ReactNode }) {
  const locale = useLocale();
  const value = useMemo(() => {
    const { slug, currency, timeZone, moneyUnit } = facts;
    const format = createFormat({ locale, currency, timeZone });
    return {
      ...facts,
      base: `/partners/${slug}`,
      format,
      money: (amount: number, of: string | null) => showAmount(format, amount, of ?? currency, moneyUnit),
      send: (method: Method, path: string, body?: object) => sendJson(method, `/api/partners/${slug}${path}`, body),
    };
  }, [facts, locale]);
  return <PortalContext value={value}>{children}</PortalContext>;
}
