"use client";

import { useTranslations } from "next-intl";
import { Panel } from "@/components/ui/panel";
import { type RowsColumn, RowsTable } from "@/components/ui/rows-table";
import { useDesk } from "@/lib/api/desk";
import { type Arm, meanOf, measured } from "../../results/measure";
import type { Study } from "../../results/study";
import { useExperimentWords, VariantName } from "../../words";
import { figure } from "../statistics/variant-tables";

export function Means({ study: { arms, names } }: { study: Study }) {
  const t = useTranslations("plannedExperiments.means");
  const { format } = useDesk();
  const words = useExperimentWords();
  const money = (value: number | null) => (value === null ? t("unknown") : format.money(value));
  const count = (id: "ordered" | "accepted" | "orders" | "refunded" | "cancelled"): RowsColumn<Arm> =>
    figure(id, t(id), ({ sums }) => (sums ? format.number(sums[id]) : t("unknown")));
  return (
    <Panel title={t("title")} description={t("about")} flush>
      <RowsTable<Arm>
        caption={t("title")}
        rows={arms ?? []}
        rowKey={({ name }) => name}
        columns={[
          { id: "name", label: t("variant"), cell: ({ name }) => <VariantName name={name} names={names} /> },
          figure("visitors", t("visitors"), ({ visitors }) => format.number(visitors)),
          count("ordered"),
          figure("rate", t("rate"), ({ visitors, sums }) =>
            words.ratio(sums && visitors ? sums.ordered / visitors : null),
          ),
          count("accepted"),
          figure("revenue_per_visitor", t("revenuePerVisitor"), (arm) => money(measured("revenue_per_visitor", arm))),
          figure("interval", t("interval"), (arm) => {
            const { lower, upper } = meanOf(arm);
            return lower === null || upper === null
              ? t("unknown")
              : t("bounds", { lower: format.money(Math.max(0, lower)), upper: format.money(upper) });
          }),
          figure("average_order", t("averageOrder"), (arm) => money(measured("average_order", arm))),
          count("orders"),
          count("refunded"),
          count("cancelled"),
        ]}
      />
    </Panel>
  );
}
