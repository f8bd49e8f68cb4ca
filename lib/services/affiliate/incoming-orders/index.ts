import {
  affiliateStorefront,
  type affiliateStorefront as contract,
  type OrderReport,
  orderReport,
  type ReportOutcome,
} from "../../../contract/affiliate-storefront.ts";
import type { ResourceHandlers } from "../../../contract/define.ts";
import { type FieldError, isRecord } from "../../../contract/errors.ts";
import { fieldErrors } from "../../../contract/parse.ts";
import { unlikelyTime } from "../../../contract/shop-report-fields.ts";
import { sentence } from "../../../sentences.ts";
import type { Context } from "../../kernel/context.ts";
import { ingest } from "./ingest.ts";

const orders: ResourceHandlers<(typeof contract)["orders"], Context> = {
  async report({ body }, context) {
    const judged = body.orders.map((item) => readItem(item, context.publishable));
    const results = await ingest(
      context,
      judged.flatMap(({ report }) => report ?? []),
    );
    const data = judged.map(({ external_id, report, errors }): ReportOutcome => {
      const own = external_id !== undefined && { external_id };
      const result = report && results.get(report);
      return result ? { ...own, ...result } : { ...own, status: "rejected", errors };
    });
    const count = (status: ReportOutcome["status"]) => data.filter((outcome) => outcome.status === status).length;
    return { data, accepted: count("accepted"), duplicates: count("duplicate"), rejected: count("rejected") };
  },
};

type Judged = { external_id?: string | undefined; report?: OrderReport; errors: FieldError[] };

function readItem(item: unknown, publishable: boolean): Judged {
  if (!isRecord(item)) return { errors: [{ field: "", ...sentence("object") }] };
  const external_id =
    typeof item.external_id === "string" ? item.external_id.slice(0, 200).trim().toWellFormed() : undefined;
  const { success, data, error } = orderReport.safeParse(item, { reportInput: true });
  if (!success) return { external_id, errors: fieldErrors(error) };
  const errors = [...unlikelyTime(data.occurred_at), ...(publishable ? reserved(data) : [])];
  return errors.length > 0 ? { external_id, errors } : { external_id, report: data, errors };
}

/** Anybody can read a publishable key in the shop's pages and could cancel commissions with such a report. */
function reserved({ type }: OrderReport): FieldError[] {
  if (type === "order.placed") return [];
  return [
    { field: "type", message: "This type of report needs a secret key. A publishable key reports only placed orders." },
  ];
}

export const reportService = {
  schema: "affiliate" as const,
  contract: affiliateStorefront,
  handlers: { orders },
  calledByPages: true,
  document: () => ({
    title: "Affiliate storefront API",
    version: "1",
    description: "Shops report their orders to this API, which attributes them to affiliates.",
  }),
};
