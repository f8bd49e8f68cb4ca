import { Messages } from "@/components/messages";
import type { PayoutPreview } from "@/lib/contract/desk/payouts";
import { titled } from "@/lib/i18n/titled";
import { prefetchDesk } from "@/lib/server/desk-page";
import { loadPayFilters, previewOf } from "../filters";
import { PayView } from "./pay-view";

export const generateMetadata = titled("payouts.pay.title");

export default async function PayPage({ params, searchParams }: PageProps<"/[store]/[mode]/payouts/new">) {
  const { store, mode } = await params;
  const { affiliate } = await loadPayFilters(searchParams);
  let first: PayoutPreview | undefined;
  // Another API takes many calls, so there the browser requests the preview and shows the progress.
  await prefetchDesk(store, mode, async ({ desk, can, has, fetch }) => {
    if (!has("affiliate", "payouts", "owed", "complete") || !can("desk", "payouts", "preview")) return;
    first = await fetch(desk.payouts.preview.options({ body: previewOf(affiliate) }));
  });
  return (
    <Messages of={["payouts", "program"]}>
      <PayView first={first ?? null} />
    </Messages>
  );
}
