import { openDefaultView, Screen } from "@/app/[store]/[mode]/screen";
import { affiliateLookUp } from "@/components/affiliates/affiliate-names";
import { periodOf } from "@/components/figures/period";
import { dayIn } from "@/lib/days";
import { titled } from "@/lib/i18n/titled";
import { AffiliateAnalyticsView } from "./affiliate-analytics-view";
import { currenciesOf } from "./figures";
import { affiliatesOf, clicksOf, inCurrency, loadAffiliateAnalyticsFilters, productsOf, summaryOf } from "./filters";

export const generateMetadata = titled("affiliateAnalytics.title");

export default async function AffiliateAnalyticsPage({
  params,
  searchParams,
}: PageProps<"/[store]/[mode]/affiliate-analytics">) {
  const filters = await loadAffiliateAnalyticsFilters(searchParams);
  await openDefaultView(params, searchParams, "affiliate-analytics");
  return (
    <Screen
      {...(await params)}
      of={["affiliateAnalytics", "figures", "period", "attribution"]}
      load={async ({ affiliate, desk, can, facts, fetch }) => {
        if (!can("affiliate", "analytics", "summary")) return;
        const apis = { affiliate, extensions: facts.extensions };
        const period = periodOf(filters, dayIn(facts.store.timeZone, new Date()));
        const { range, comparison } = period;
        const compared = facts.extensions.affiliate && comparison;
        const summary = fetch(summaryOf(apis, range));
        /** Which currencies there are is known from the figures. */
        const inOne = async () => {
          const figures = facts.extensions.affiliate ? await summary : undefined;
          return inCurrency(filters, figures ? currenciesOf(figures.data) : []);
        };
        const clicks = async () => {
          const rows = await fetch(clicksOf(apis, filters, period));
          const owners = affiliateLookUp([...(rows?.data.map((click) => click.affiliate_id) ?? []), filters.affiliate]);
          if (owners.body.ids.length > 0) await fetch(desk.affiliate_names.look_up.options(owners));
        };
        const rows = {
          affiliates: async () => fetch(affiliatesOf(apis, await inOne(), period)),
          products: async () => fetch(productsOf(apis, await inOne(), period)),
          clicks,
        };
        await Promise.all([summary, compared && fetch(summaryOf(apis, compared.range)), rows[filters.report]()]);
      }}
    >
      {(facts) => <AffiliateAnalyticsView day={dayIn(facts.store.timeZone, new Date())} />}
    </Screen>
  );
}
