import { addDays, dayIn } from "@/lib/days";
import { titled } from "@/lib/i18n/titled";
import { openPortal } from "@/lib/server/portal-page";
import { lengths } from "../pages";
import { Performance } from "./performance";

export const generateMetadata = titled("partners.tabs.performance");

export default async function PerformancePage({ params, searchParams }: PageProps<"/partners/[program]/performance">) {
  const { partner, read } = await openPortal((await params).program);
  const { days: wanted } = await searchParams;
  const days = lengths.find((each) => each === wanted) ?? "30";
  const end_date = dayIn(partner.store.timeZone, new Date());
  const query = { start_date: addDays(end_date, 1 - Number(days)), end_date };
  return <Performance days={days} performance={await read("performance", "get", { query })} />;
}
