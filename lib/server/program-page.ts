import "server-only";
import "./registrations.ts";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { cache } from "react";
import type { ProgramRecord } from "../contract/affiliate/program.ts";
import { ApiError } from "../contract/errors.ts";
import { countryCodes } from "../countries.ts";
import { createFormat } from "../format.ts";
import { type PartialRules, type RuleReader, ruleSentences, rulesFor, sentenceGroups } from "../i18n/rule-sentences.ts";
import { showAmount } from "../money.ts";
import type { StoreMode } from "./db.ts";
import { currentTerms, type PartnerProgram, requireOpenProgram } from "./memory/partner-program.ts";
import { callerFor } from "./partners/submit-applications.ts";
import { readMoneyUnit } from "./wire/connections.ts";
import { perform } from "./wire/perform-call.ts";

const orNotFound = (cause: unknown): never => {
  if (cause instanceof ApiError) notFound();
  throw cause;
};

export const openProgram = cache((slug: string) => requireOpenProgram(slug).catch(orNotFound));
export const openPortalProgram = cache((slug: string) => requireOpenProgram(slug, "portalOpen").catch(orNotFound));

type Group = { title: string; sentences: string[] };

/** The rules in force, in the sentences that the staff reads. An own rate wins over the rates of the program. */
export async function sayRules(
  storeMode: StoreMode,
  reader: RuleReader & { currency?: string | undefined } = {},
): Promise<Group[]> {
  const caller = await callerFor(storeMode);
  const call = { ...caller, api: "affiliate" as const, resource: "program", operation: "get", screen: true };
  const known: Partial<ProgramRecord> = await perform(call).then(
    ({ body }) => body as Partial<ProgramRecord>,
    () => ({}),
  );
  const rules = rulesFor(known as PartialRules, reader);
  const { store } = caller.membership;
  const currency = known.currency ?? store.currency;
  const format = createFormat({ locale: await getLocale(), currency, timeZone: store.timeZone });
  const unit = await readMoneyUnit({ ...storeMode, api: "affiliate" });
  const t = await getTranslations("programRules.sentences");
  const titles = await getTranslations("programRules.sections");
  const amount = (value: number, of = currency) => showAmount(format, value, of, unit);
  const sentences = ruleSentences({ t, format, amount });
  const { commission_type: type, commission_rate: rate } = reader;
  const own = (value: number) =>
    type === "fixed"
      ? t("order", { amount: showAmount(format, value, reader.currency ?? currency, unit) })
      : format.percent(value);
  return Object.entries(sentenceGroups).map(([group, names]) => ({
    title: titles(group as keyof typeof sentenceGroups),
    sentences: [
      ...(group === "rates" && rate !== undefined ? [t("own", { rate: own(rate) })] : []),
      ...names.flatMap((name) => sentences(name, rules)),
    ],
  }));
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
