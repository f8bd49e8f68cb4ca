import "server-only";
import { notFound } from "next/navigation";
import { getLocale } from "next-intl/server";
import { cache } from "react";
import type { Program } from "../../contract/affiliate/program.ts";
import { ApiError } from "../../contract/errors.ts";
import { countryCodes } from "../../countries.ts";
import { createFormat } from "../../format.ts";
import { showAmount } from "../../money.ts";
import { readMoneyUnit } from "../connections.ts";
import type { StoreMode } from "../db.ts";
import { perform } from "../operations.ts";
import { currentTerms, type PartnerProgram, requireOpenProgram } from "./program.ts";
import { callerFor } from "./submit.ts";

const orNotFound = (cause: unknown): never => {
  if (cause instanceof ApiError) notFound();
  throw cause;
};

export const openProgram = cache((slug: string) => requireOpenProgram(slug).catch(orNotFound));
export const openPortalProgram = cache((slug: string) => requireOpenProgram(slug, "portalOpen").catch(orNotFound));

type Rate = { commission_type?: string | undefined; commission_rate?: number | undefined };

export type Offer = { rate: string | null; fixed: boolean; windowDays: number | null; holdDays: number | null };

/** What the program pays, as far as its affiliate service tells. An invited person may get another rate. */
export async function readOffer(storeMode: StoreMode, personal: Rate = {}): Promise<Offer> {
  const caller = await callerFor(storeMode);
  const call = { ...caller, api: "affiliate" as const, resource: "program", operation: "get", screen: true };
  const rules: Partial<Program> = await perform(call).then(
    ({ body }) => body as Partial<Program>,
    () => ({}),
  );
  const type = personal.commission_type ?? rules.default_commission_type;
  const rate = personal.commission_rate ?? rules.default_commission_rate;
  const { currency, timeZone } = caller.membership.store;
  const format = createFormat({ locale: await getLocale(), currency, timeZone });
  const unit = await readMoneyUnit({ ...storeMode, api: "affiliate" });
  const fixed = type === "fixed";
  return {
    rate: rate === undefined ? null : fixed ? showAmount(format, rate, currency, unit) : format.percent(rate),
    fixed,
    windowDays: rules.attribution_window_days ?? null,
    holdDays: rules.hold_days ?? null,
  };
}

/** By name in the visitor's language. */
export async function listCountries(): Promise<{ value: string; label: string }[]> {
  const format = createFormat({ locale: await getLocale(), currency: "EUR", timeZone: "UTC" });
  const named = countryCodes.map((value) => ({ value, label: format.country(value) }));
  return named.toSorted((a, b) => format.compare(a.label, b.label));
}

export async function readTerms(program: PartnerProgram) {
  const terms = await currentTerms(program);
  return terms && { version: terms.version, text: terms.text, since: terms.createdAt.toISOString() };
}
