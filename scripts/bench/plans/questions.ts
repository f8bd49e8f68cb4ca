import type * as z from "zod";
import { affiliate } from "../../../lib/contract/affiliate/index.ts";
import { checkout } from "../../../lib/contract/checkout/index.ts";
import { type Contract, type NamedOperation, operationsOf } from "../../../lib/contract/define.ts";
import { desk } from "../../../lib/contract/desk/index.ts";

export type Values = Record<string, string>;
export type List = { api: string; found: NamedOperation; is: string };

const contracts: Record<string, Contract> = { checkout, affiliate, desk };

const reads: List[] = Object.entries(contracts).flatMap(([api, contract]) =>
  operationsOf(contract)
    .filter(({ operation: { method } }) => method === "GET")
    .map((found) => ({ api, found, is: `${api}.${found.resource}.${found.name}` })),
);

export const lists = reads.filter(({ is, found: { operation } }) => {
  const { data } = ("shape" in operation.response ? operation.response.shape : {}) as { data?: z.ZodType };
  // The texts of mails are in the code.
  return data?.def.type === "array" && is !== "desk.mail_templates.list";
});

/** Figures of a period, some of them in lists. */
export const reports = reads.filter(({ api, found: { operation } }) => {
  const { start_date, end_date } = (operation.query?.shape ?? {}) as Values;
  return api !== "desk" && start_date && end_date;
});

export const params: Record<string, Values> = {
  "checkout.analytics.report": { type: "upsell_performance" },
  "checkout.experiments.breakdown": { id: "exp_0" },
  "checkout.orders.events": { id: "ord_0" },
  "checkout.orders.offers": { id: "ord_0" },
  "checkout.webhooks.logs": { id: "whk_0" },
  "desk.experiment_notes.list": { id: "exp_1_1" },
  "desk.history.experiment": { id: "exp_1_1" },
  "desk.jobs.items": { id: "job_0" },
  "desk.personal.list": { kind: "recent_order" },
  "desk.remembered.list": { kind: "order" },
};

const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const [since, until] = [at(40), at(30)];

/** Values of filters that do not have a list of words. */
const samples: Values = {
  created_after: since.slice(0, 10),
  start_date: since.slice(0, 10),
  end_date: until.slice(0, 10),
  since,
  until,
  search: "ord_2400",
  ids: "prod_2400,prod_2401",
  affiliate_id: "aff_72",
  link_id: "lnk_72",
  external_id: "ext_2400",
  affiliate: "aff_72",
  affiliates: "aff_72,aff_84",
  upsell_id: "ups_1_72",
  product_id: "prod_1_72",
  trigger_product: "prod_1_72",
  leads_to: "ups_1_72",
  placement: "cart",
  discount_type: "percentage",
  discount_min: "20",
  revenue_min: "100",
  bundle_id: "bun_1_72",
  variant: "variant_b",
  currency: "EUR",
  batch: "job_6",
  response_code: "500",
  person: "person-3",
  record: "ups_70",
  status: "draft",
  operation: "jobs.create",
  text: "ups_2400",
  order: "ord_0_7",
  screen: "upsells",
};
const ofOne: Record<string, Values> = {
  "desk.history.metrics": { from: since.slice(0, 10), to: until.slice(0, 10) },
  "desk.annotations.list": { from: since.slice(0, 10), to: until.slice(0, 10) },
  // A product is found in the lines of orders and in the offers for it.
  "checkout.orders.list": { search: "prod_1_72" },
  "desk.audit.list": { from: since, to: until, cursor: "9000" },
  "affiliate.analytics.clicks": { cursor: `2_${Date.parse(since)}_clk_1` },
};

export function questionsOf({ is, found: { operation } }: List): Values[] {
  const {
    page: _page,
    per_page: _size,
    sort,
    order,
    ...filters
  }: Record<string, z.ZodType> = operation.query?.shape ?? {};
  const sorts = (sort && wordsOf(sort)) ?? [];
  const ways = (order && wordsOf(order)) ?? [];
  if (order && ways.length === 0) filters.order = order;
  const needed: Values = {};
  const filtered: Values[] = [];
  for (const [name, schema] of Object.entries(filters)) {
    const words = wordsOf(schema) ?? [ofOne[is]?.[name] ?? samples[name]];
    for (const word of words) {
      if (word === undefined) throw new Error(`${is} has a filter ${name}: say in questions.ts what it may be.`);
      if (!schema.safeParse(undefined).success) needed[name] = word;
      else filtered.push({ [name]: word });
    }
  }
  const sorted = sorts.flatMap((sort) => ways.map((order) => ({ sort, order })));
  const all = [{}, ...sorted, ...filtered, ...filtered.flatMap((filter) => sorts.map((sort) => ({ ...filter, sort })))];
  return all.map((question) => ({ ...needed, ...question }));
}

function wordsOf(schema: z.ZodType): string[] | undefined {
  const { def } = schema as unknown as { def: { innerType?: z.ZodType; entries?: object } };
  if (def.entries) return Object.values(def.entries);
  return def.innerType ? wordsOf(def.innerType) : undefined;
}
