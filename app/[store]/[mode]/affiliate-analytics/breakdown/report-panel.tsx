"use client";

import { useTranslations } from "next-intl";
import { Tabs } from "@/components/ui/tabs";
import { type PanelProps, reports } from "../filters";
import { AffiliateRows } from "./affiliate-rows";
import { ClickRows } from "./click-rows";
import { ProductRows } from "./product-rows";

const rows = { affiliates: AffiliateRows, products: ProductRows, clicks: ClickRows };
/** A new report starts without the filters of the one before, which mean nothing in it. */
const afresh = { status: null, affiliate: null, link: null, sort: null, order: null, page: null, hide: null };

export function ReportPanel(props: PanelProps) {
  const t = useTranslations("performance.reports");
  const { filters, onChange } = props;
  return (
    <section aria-labelledby="reports" className="grid min-w-0 gap-3">
      <h2 id="reports" className="text-lg font-semibold">
        {t("title")}
      </h2>
      <Tabs
        label={t("title")}
        value={filters.report}
        onValueChange={(report) => onChange({ ...afresh, report })}
        items={reports.map((name) => {
          const Rows = rows[name];
          return { id: name, label: t(`names.${name}`), content: <Rows key={name} {...props} /> };
        })}
      />
    </section>
  );
}
