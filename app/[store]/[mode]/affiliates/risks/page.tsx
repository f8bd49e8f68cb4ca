import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { loadRiskFilters, toQuery } from "./filters";
import { RiskTable } from "./risk-table";

export const generateMetadata = titled("risks.title");

export default async function RisksPage({ params, searchParams }: PageProps<"/[store]/[mode]/affiliates/risks">) {
  const query = toQuery(await loadRiskFilters(searchParams));
  return (
    <Screen
      {...(await params)}
      of={["affiliates", "commissions", "everything", "program", "risks"]}
      load={async ({ affiliate, can, fetch }) =>
        can("affiliate", "risks", "list") && fetch(affiliate.risks.list.options({ query }))
      }
    >
      <RiskTable />
    </Screen>
  );
}
