"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { createContext, type ReactNode, use, useMemo, useState } from "react";
import type { affiliate } from "../contract/affiliate/index.ts";
import type { checkout } from "../contract/checkout/index.ts";
import type { Contract, Role } from "../contract/define.ts";
import type { desk } from "../contract/desk/index.ts";
import { createFormat, type Format } from "../format.ts";
import { type MoneyUnit, showAmount, showAverage } from "../money.ts";
import { type Abilities, abilitiesOf, type Client, createClient, type Routes } from "./client.ts";
import { createQueryClient } from "./query-client.ts";
import { sendTo } from "./send.ts";

export type DeskFacts = {
  store: { id: string; name: string; currency: string; timeZone: string };
  mode: "live" | "sandbox";
  role: Role;
  busy: { jobs: boolean; changes: boolean };
  person: { name: string; email: string };
  /** The zone of times of day: the person's, else the store's. Business days are always in the store's time zone. */
  timeZone: string;
  routes: { checkout: Routes; affiliate: Routes; desk: Routes };
  moneyUnit: MoneyUnit;
  /** The position in the live stream from which this page needs changes. */
  cursor: string;
};

export type Desk = DeskFacts &
  Abilities & {
    /** `/store/mode`: the beginning of every address of this desk. */
    base: string;
    format: Format;
    /** Formats an amount of the affiliate API, which is in the API's unit. */
    money(amount: number, currency: string | null | undefined): string;
    average(amount: number, currency: string | null | undefined): string;
    checkout: Client<typeof checkout>;
    affiliate: Client<typeof affiliate>;
    desk: Client<typeof desk>;
  };

const DeskContext = createContext<Desk | null>(null);

export function useDesk(): Desk {
  const desk = use(DeskContext);
  if (!desk) throw new Error("useDesk is for screens inside a store.");
  return desk;
}

/** A page has the facts as JSON, because they are equal after each refresh, and shorter to read than a thousand values. */
export function DeskProvider({ facts, children }: { facts: DeskFacts | string; children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  const locale = useLocale();
  const value = useMemo(
    () => createDesk(typeof facts === "string" ? (JSON.parse(facts) as DeskFacts) : facts, locale),
    [facts, locale],
  );
  return (
    <DeskContext value={value}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </DeskContext>
  );
}

function createDesk(facts: DeskFacts, locale: string): Desk {
  const client = <C extends Contract>(api: "checkout" | "affiliate" | "desk") => {
    const place = { store: facts.store.id, mode: facts.mode, api };
    return createClient<C>(facts.routes[api], place, sendTo(place));
  };
  const format = createFormat({ locale, currency: facts.store.currency, timeZone: facts.timeZone });
  return {
    ...facts,
    base: `/${facts.store.id}/${facts.mode}`,
    format,
    money: (amount, currency) => showAmount(format, amount, currency, facts.moneyUnit),
    average: (amount, currency) => showAverage(format, amount, currency, facts.moneyUnit),
    checkout: client<typeof checkout>("checkout"),
    affiliate: client<typeof affiliate>("affiliate"),
    desk: client<typeof desk>("desk"),
    ...abilitiesOf(facts.routes),
  };
}
