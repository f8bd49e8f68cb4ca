import { titled } from "@/lib/i18n/titled";
import { inReadersWords, lastReturn } from "@/lib/server/partners/last-failed-payout";
import { openPortal } from "@/lib/server/portal-page";
import { pageOf, statuses } from "../pages";
import { Earnings } from "./earnings";

export const generateMetadata = titled("partners.tabs.earnings");

export default async function EarningsPage({ params, searchParams }: PageProps<"/partners/[program]/earnings">) {
  const { read } = await openPortal((await params).program);
  const search = await searchParams;
  const status = statuses.find((each) => each === search.status) ?? "all";
  const [profile, details, commissions, payouts] = await Promise.all([
    read("profile", "get"),
    read("details", "get"),
    read("commissions", "list", {
      query: { page: pageOf(search), per_page: 25, ...(status !== "all" && { status }) },
    }),
    read("payouts", "list", { query: { page: 1, per_page: 100 } }),
  ]);
  const made = await inReadersWords(payouts.data);
  const returned = lastReturn(made, details);
  return (
    <Earnings status={status} since={profile.since} commissions={commissions} payouts={made} returned={returned} />
  );
}
