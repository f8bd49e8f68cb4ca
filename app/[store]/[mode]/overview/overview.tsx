"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { TriangleAlert, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useAttempt } from "@/components/attempt";
import { useToday } from "@/components/figures/use-days";
import { IconButton } from "@/components/ui/icon-button";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { Segmented } from "@/components/ui/radio-group";
import { useSaid } from "@/components/use-said";
import { useDesk } from "@/lib/api/desk";
import { Checklist } from "./checklist";
import { Figures } from "./figures";
import { notices, overviewRange, overviewRanges, shows } from "./reads";
import { Waiting } from "./waiting";

export function Overview({ day }: { day: string }) {
  const t = useTranslations("overview");
  const desk = useDesk();
  const today = useToday(day);
  const [{ range }, setRange] = useQueryStates(overviewRange, { history: "push" });
  const figures = shows.figures(desk);
  return (
    <>
      <PageHeader
        title={t("title")}
        actions={
          figures && (
            <Segmented
              label={t("range")}
              size="sm"
              className="max-w-full flex-wrap"
              value={range}
              onValueChange={(name) => setRange({ range: name })}
              options={overviewRanges.map((value) => ({ value, label: t(`ranges.${value}`) }))}
            />
          )
        }
      />
      <Checklist />
      {figures && <Figures range={range} today={today} />}
      <div className="grid items-start gap-5 xl:has-[>:nth-child(2)]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Waiting today={today} />
        <Notices />
      </div>
    </>
  );
}

function Notices() {
  const t = useTranslations("overview.notices");
  const desk = useDesk();
  const attempt = useAttempt();
  const say = useSaid();
  const list = useQuery({ ...notices(desk), enabled: shows.endpoints(desk) });
  const { mutateAsync } = useMutation(desk.checkout.notices.dismiss.mutation());
  const found = list.data?.data ?? [];
  if (found.length === 0) return null;
  const mayDismiss = desk.can("checkout", "notices", "dismiss");
  const dismiss = (id: string) =>
    attempt(
      () => mutateAsync({ params: { id } }),
      (reason) => t("dismissFailed", { reason }),
    );
  return (
    <Panel title={t("title")} flush>
      <ul className="[&>li+li]:border-t">
        {found.map(({ id, message, count, updated_at }) => (
          <li key={id} className="flex items-start gap-3 px-4 py-3">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
            <div className="min-w-0 flex-1 wrap-anywhere">
              {say(message)}
              <p className="text-sm text-muted">{t("times", { count, time: desk.format.dateTime(updated_at) })}</p>
            </div>
            {mayDismiss && (
              <IconButton
                size="sm"
                tip={false}
                icon={<X />}
                label={t("dismiss", { message: say(message) })}
                onClick={() => dismiss(id)}
              />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
