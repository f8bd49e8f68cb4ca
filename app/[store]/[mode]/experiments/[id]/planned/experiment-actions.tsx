"use client";

import { CirclePause, CirclePlay, ClockPlus, Copy, type LucideIcon, Pencil, Square, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { IntentLink } from "@/components/ui/intent-link";
import { lazyPart } from "@/components/ui/lazy-part";
import { MenuItem, type MenuItemProps, MenuSeparator } from "@/components/ui/menu";
import { useDesk } from "@/lib/api/desk";
import type { Experiment } from "@/lib/contract/checkout/experiments";
import { useDeleteDraft } from "../../editor/drafts";
import { decisionOf } from "../../results/decision";
import type { Study } from "../../results/study";
import type { useControls } from "./use-controls";

const ShipDialog = lazyPart(() => import("./ship-dialog"));
const DecideDialog = lazyPart(() => import("./decide-dialog"));

type Asked = "ship" | "keep" | "longer" | "end" | "start";
type Props = { experiment: Experiment; study: Study; controls: ReturnType<typeof useControls> };

export function useExperimentActions({ experiment, study, controls }: Props) {
  const t = useTranslations("plannedExperiments.actions");
  const { base, can } = useDesk();
  const remove = useDeleteDraft();
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const { id, status, paused_at } = experiment;
  const [draft, running] = [status === "draft", status === "running"];
  const open = !draft && decisionOf(experiment) === undefined && can("checkout", "experiments", "decide");
  const won = study.verdict.rule === "decided" && study.verdict.way === "better";
  const address = `${base}/experiments/${encodeURIComponent(id)}`;
  const buttons = (
    <>
      {draft && controls.may && (
        <>
          <IntentLink href={`${address}/edit`} className={buttonClass({})}>
            <Pencil aria-hidden />
            {t("edit")}
          </IntentLink>
          <Button variant="primary" onClick={() => setAsked("start")}>
            {t("start")}
          </Button>
        </>
      )}
      {open && (
        <>
          <Button onClick={() => setAsked("keep")}>{t("keep")}</Button>
          <Button variant={won ? "primary" : "secondary"} onClick={() => setAsked("ship")}>
            {t(won ? "shipWinner" : "ship")}
          </Button>
        </>
      )}
    </>
  );
  const item = (Icon: LucideIcon, label: Parameters<typeof t>[0], more: Omit<MenuItemProps, "icon" | "children">) => (
    <MenuItem icon={<Icon aria-hidden />} {...more}>
      {t(label)}
    </MenuItem>
  );
  const pause = paused_at
    ? item(CirclePlay, "resume", { onSelect: () => controls.make("resumed") })
    : item(CirclePause, "pause", { onSelect: () => controls.make("paused") });
  const menu = controls.may && (
    <>
      {running && (
        <>
          {pause}
          {open && item(ClockPlus, "longer", { onSelect: () => setAsked("longer") })}
          {item(Square, "end", { onSelect: () => setAsked("end") })}
          <MenuSeparator />
        </>
      )}
      {item(Copy, "duplicate", { href: `${base}/experiments/new?from=${encodeURIComponent(id)}` })}
      {draft && <MenuSeparator />}
      {draft && item(Trash2, "delete", { tone: "danger", onSelect: () => remove(experiment) })}
    </>
  );
  const dialog = (
    <>
      {asked === "ship" && <ShipDialog experiment={experiment} study={study} onClose={close} />}
      {(asked === "keep" || asked === "longer") && (
        <DecideDialog experiment={experiment} outcome={asked} onClose={close} />
      )}
      {(asked === "start" || asked === "end") && (
        <ConfirmDialog
          open
          onOpenChange={close}
          tone={asked === "start" ? "primary" : "danger"}
          title={t(`${asked}Title`)}
          description={t(`${asked}Means`)}
          confirmLabel={t(`${asked}Confirm`)}
          pending={controls.pending}
          onConfirm={() => controls.make(`${asked}ed`).then(close)}
        />
      )}
    </>
  );
  return { buttons, menu, dialog };
}
