"use client";

import { useTranslations } from "next-intl";
import { Tabs } from "@/components/ui/tabs";
import { AffiliateRows } from "./affiliate-rows";
import { ClickRows } from "./click-rows";
import { type PanelProps, reports } from "./filters";
import { ProductRows } from "./product-rows";

const rows = { affiliates: AffiliateRows, products: ProductRows, clicks: ClickRows };
/** What was chosen of one list means nothing in another. */
const afresh = { status: null, affiliate: null, link: null, sort: null, order: null, page: null, hide: null };

/** The figures by affiliate, by product and by click, page by page. */
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
