"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { SendButton } from "@/components/send-button";
import { Status } from "@/components/ui/badge";
import { DescriptionList } from "@/components/ui/description-list";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { LiveStatus } from "@/lib/contract/desk/live";

export function LiveEvents() {
  const t = useTranslations("settings");
  const { desk } = useDesk();
  const { data, error } = useQuery(desk.live.status.options());
  if (error && !data) return <p className="mt-3 text-sm text-muted">{t("liveUnknown")}</p>;
  return (
    <div className="grid gap-3 border-t border-line">
      <DescriptionList items={[{ term: t("live"), detail: data ? <Facts status={data} /> : "…" }]} />
      {data && <Buttons status={data} />}
    </div>
  );
}

function Facts({ status }: { status: LiveStatus }) {
  const t = useTranslations("settings");
  const { format } = useDesk();
  const { source, last_event: last, bad_signatures: bad, last_bad_at: badAt } = status;
  // An API that accepted an address may still be unable to reach it, so only a received event counts as on.
  const state = source === "none" ? "liveOff" : source === "webhook" && !last ? "liveWaiting" : "liveOn";
  return (
    <div className="grid justify-items-start gap-1">
      <Status tone={state === "liveOn" ? "success" : "neutral"} hollow={state !== "liveOn"}>
        {t(state)}
      </Status>
      <span className="text-muted">{t(`liveSources.${source}`)}</span>
      <span className="text-muted">
        {last ? t("liveLast", { type: last.type, time: format.dateTime(last.at) }) : t("liveNone")}
      </span>
      {bad > 0 && badAt && (
        <span className="text-warning">{t("liveBad", { count: bad, time: format.dateTime(badAt) })}</span>
      )}
    </div>
  );
}

function Buttons({ status: { source, hindrance } }: { status: LiveStatus }) {
  const t = useTranslations("settings");
  const { desk, can } = useDesk();
  if (source === "in_process" || !can("desk", "live", "connect")) return null;
  const connected = source === "webhook";
  if (!connected && hindrance) return <p className="text-sm text-muted">{t(`liveHindrances.${hindrance}`)}</p>;
  return (
    <SendButton
      mutation={connected ? desk.live.disconnect.mutation() : desk.live.connect.mutation()}
      input={{}}
      onDone={() => toast.success(t(connected ? "liveDisconnected" : "liveConnected"))}
      className="justify-self-start"
    >
      {t(connected ? "liveDisconnect" : "liveConnect")}
    </SendButton>
  );
}
