"use client";

import { useQuery } from "@tanstack/react-query";
import { LayoutList } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { type ReactNode, useState } from "react";
import { useToday } from "@/components/figures/use-days";
import { shopContact } from "@/components/shop-reads";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { HydrateOnTouch } from "@/components/ui/hydrate-on-touch";
import { lazyPart } from "@/components/ui/lazy-part";
import { PageHeader } from "@/components/ui/page-header";
import { Segmented } from "@/components/ui/radio-group";
import { UncountedOrders } from "@/components/uncounted-orders";
import { useReads } from "@/components/use-reads";
import { useDesk } from "@/lib/api/desk";
import { rangeOf } from "@/lib/ranges";
import { AffiliatesPanel } from "./affiliates-panel";
import { inRows, type PanelName } from "./arrangement";
import { Checklist } from "./checklist";
import { ExperimentsPanel } from "./experiments-panel";
import { FiguresPanel, type ShownPeriod } from "./figures-panel";
import { Notices } from "./notices";
import { OffersPanel } from "./offers-panel";
import { OrdersPanel } from "./orders-panel";
import {
  dismissed,
  firstReads,
  isChecklistDismissed,
  overviewAddress,
  overviewRanges,
  shownIn,
  shows,
  stepReads,
} from "./reads";
import { RevenuePanel } from "./revenue-panel";
import { useArrangement } from "./use-arrangement";
import { Waiting } from "./waiting";

const ArrangeDialog = lazyPart(() => import("./arrange-dialog"));

const panels: Record<PanelName, (period: ShownPeriod) => ReactNode> = {
  figures: (period) => <FiguresPanel {...period} />,
  waiting: ({ range, today }) => (
    <>
      <Waiting range={rangeOf(range, today)} />
      <Notices />
    </>
  ),
  revenue: (period) => <RevenuePanel {...period} />,
  offers: (period) => <OffersPanel {...period} />,
  experiments: () => <ExperimentsPanel />,
  orders: () => <OrdersPanel />,
  affiliates: (period) => <AffiliatesPanel {...period} />,
};

const ofPeriod: readonly PanelName[] = ["figures", "revenue", "offers", "affiliates"];

export function Overview({ day }: { day: string }) {
  const t = useTranslations("overview");
  const desk = useDesk();
  const today = useToday(day);
  const [{ range, checklist: wanted }, setAddress] = useQueryStates(overviewAddress, { history: "push" });
  const { arrangement, save } = useArrangement();
  const [arranging, setArranging] = useState(false);
  const shown = shownIn(arrangement);
  const kept = useQuery({ ...dismissed(desk), enabled: shows.checklist(desk) }).data;
  const first = useReads(firstReads(desk, { name: range, today, panels: shown }));
  const hasSteps = kept !== undefined && (wanted || !isChecklistDismissed(kept));
  const steps = useReads(hasSteps ? stepReads(desk, desk.mode) : []);
  const all = [range, today, ...first];
  return (
    <>
      <PageHeader
        title={t("title")}
        actions={
          <>
            {shown.some((name) => ofPeriod.includes(name)) && (
              <Segmented
                label={t("range")}
                size="sm"
                className="max-w-full flex-wrap"
                value={range}
                onValueChange={(name) => setAddress({ range: name })}
                options={overviewRanges.map((value) => ({ value, label: t(`ranges.${value}`) }))}
              />
            )}
            <Button size="sm" variant="ghost" icon={<LayoutList />} onClick={() => setArranging(true)}>
              {t("arrange.action")}
            </Button>
          </>
        }
      />
      <HydrateOnTouch shows={[hasSteps, ...all, ...steps]}>
        {hasSteps && (
          <Checklist wanted={wanted} setWanted={(checklist) => setAddress({ checklist: checklist || null })} />
        )}
        <Uncounted />
      </HydrateOnTouch>
      {shown.length === 0 ? (
        <EmptyState
          icon={<LayoutList />}
          title={t("arrange.none")}
          action={<Button onClick={() => setArranging(true)}>{t("arrange.action")}</Button>}
        />
      ) : (
        <div className="grid gap-5 xl:grid-cols-2">
          {inRows(shown).flatMap((row) =>
            row.map((name) => {
              const panel = panels[name]({ range, today });
              return (
                <div key={name} className={cn("grid min-w-0 gap-5", row.length === 1 && "xl:col-span-2")}>
                  {/* A chart is drawn without a touch. */}
                  {name === "revenue" ? panel : <HydrateOnTouch shows={all}>{panel}</HydrateOnTouch>}
                </div>
              );
            }),
          )}
        </div>
      )}
      {arranging && <ArrangeDialog arrangement={arrangement} onSave={save} onClose={() => setArranging(false)} />}
    </>
  );
}

function Uncounted() {
  const t = useTranslations("overview");
  const desk = useDesk();
  const { data } = useQuery({ ...shopContact(desk), enabled: shows.shop(desk) });
  return (
    data && data.uncounted_orders > 0 && <UncountedOrders title={t("uncounted", { count: data.uncounted_orders })} />
  );
}
