"use client";

import { CirclePause, CirclePlay, ClockPlus, Copy, Pencil, Square, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useListHref } from "@/components/lists/list-address";
import { useChanges } from "@/components/lists/use-changes";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { IntentLink } from "@/components/ui/intent-link";
import { lazyPart } from "@/components/ui/lazy-part";
import { MenuItem, MenuSeparator } from "@/components/ui/menu";
import { useDesk } from "@/lib/api/desk";
import type { Experiment } from "@/lib/contract/checkout/experiments";
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
  const router = useRouter();
  const back = useListHref(`${base}/experiments`);
  const changes = useChanges();
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const { id, name = id, status, paused_at } = experiment;
  const [draft, running] = [status === "draft", status === "running"];
  const open = !draft && decisionOf(experiment) === undefined && can("checkout", "experiments", "decide");
  const won = study.verdict.rule === "decided" && study.verdict.way === "better";
  const address = `${base}/experiments/${encodeURIComponent(id)}`;
  const remove = async () => {
    const writes = [{ id, label: name }];
    if (await changes.holdWrites({ api: "checkout", resource: "experiments", operation: "delete", writes })) {
      router.push(back);
    }
  };
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
  const menu = controls.may && (
    <>
      {running && (
        <>
          <MenuItem
            icon={paused_at ? <CirclePlay aria-hidden /> : <CirclePause aria-hidden />}
            onSelect={() => controls.setPaused(!paused_at)}
          >
            {t(paused_at ? "resume" : "pause")}
          </MenuItem>
          {open && (
            <MenuItem icon={<ClockPlus aria-hidden />} onSelect={() => setAsked("longer")}>
              {t("longer")}
            </MenuItem>
          )}
          <MenuItem icon={<Square aria-hidden />} onSelect={() => setAsked("end")}>
            {t("end")}
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      <MenuItem icon={<Copy aria-hidden />} href={`${base}/experiments/new?from=${encodeURIComponent(id)}`}>
        {t("duplicate")}
      </MenuItem>
      {draft && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Trash2 aria-hidden />} tone="danger" onSelect={remove}>
            {t("delete")}
          </MenuItem>
        </>
      )}
    </>
  );
  const act = async () => {
    await (asked === "start" ? controls.start() : controls.end());
    close();
  };
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
          onConfirm={act}
        />
      )}
    </>
  );
  return { buttons, menu, dialog };
}
