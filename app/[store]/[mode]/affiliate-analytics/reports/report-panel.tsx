"use client";

import { useTranslations } from "next-intl";
import { Reports } from "@/components/figures/figures-screen";
import { type PanelProps, reports } from "../filters";
import { AffiliateRows } from "./affiliate-rows";
import { ClickRows } from "./click-rows";
import { ProductRows } from "./product-rows";

const rows = { affiliates: AffiliateRows, products: ProductRows, clicks: ClickRows };
/** A new report starts without the filters of the one before, which mean nothing in it. */
const afresh = { status: null, affiliate: null, link: null, sort: null, order: null, page: null, hide: null };

export function ReportPanel(props: PanelProps) {
  const t = useTranslations("affiliateAnalytics.reports");
  const { filters, onChange } = props;
  return (
    <Reports
      title={t("title")}
      report={filters.report}
      onChange={(report) => onChange({ ...afresh, report })}
      reports={reports.map((name) => {
        const Rows = rows[name];
        return { id: name, label: t(`names.${name}`), content: <Rows key={name} {...props} /> };
      })}
    />
  );
}
