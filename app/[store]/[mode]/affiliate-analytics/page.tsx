import { openDefaultView, Screen } from "@/app/[store]/[mode]/screen";
import { affiliateLookUp } from "@/components/affiliates/affiliate-names";
import { periodOf } from "@/components/figures/period";
import { contactOf } from "@/components/shop-reads";
import { dayIn } from "@/lib/days";
import { titled } from "@/lib/i18n/titled";
import { AffiliateAnalyticsView } from "./affiliate-analytics-view";
import { currenciesOf } from "./figures";
import { inCurrency, loadAffiliateAnalyticsFilters, summaryOf, toQuery } from "./filters";

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
      load={async ({ affiliate, checkout, desk, can, has, facts, fetch }) => {
        if (!can("affiliate", "analytics", "summary")) return;
        const period = periodOf(filters, dayIn(facts.store.timeZone, new Date()));
        const { range, comparison } = period;
        const takesPeriod = has("affiliate", "analytics", "summary", "start_date");
        const compared = takesPeriod && comparison;
        const summary = fetch(summaryOf({ affiliate }, range));
        const readClicks = async () => {
          const query = toQuery(filters, period, has);
          const rows = await fetch(affiliate.analytics.clicks.options({ query }));
          const owners = affiliateLookUp([...(rows?.data.map((click) => click.affiliate_id) ?? []), filters.affiliate]);
          if (owners.body.ids.length > 0) await fetch(desk.affiliate_names.look_up.options(owners));
        };
        const readInOneCurrency = async (report: "affiliates" | "products") => {
          const figures = takesPeriod ? await summary : undefined;
          const shown = inCurrency(filters, figures ? currenciesOf(figures.data) : []);
          const query = toQuery(shown, period, has);
          if (report === "affiliates") await fetch(affiliate.analytics.affiliates.options({ query }));
          else await fetch(affiliate.analytics.products.options({ query }));
        };
        const rows = filters.report === "clicks" ? readClicks() : readInOneCurrency(filters.report);
        const contact = contactOf({ checkout, can, has }, facts.mode).map(fetch);
        await Promise.all([summary, compared && fetch(summaryOf({ affiliate }, compared.range)), rows, ...contact]);
      }}
    >
      {(facts) => <AffiliateAnalyticsView day={dayIn(facts.store.timeZone, new Date())} />}
    </Screen>
  );
}
