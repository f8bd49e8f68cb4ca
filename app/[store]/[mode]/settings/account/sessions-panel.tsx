"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Waiting } from "@/components/query-error";
import { SendButton } from "@/components/send-button";
import { Badge } from "@/components/ui/badge";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";

export function SessionsPanel() {
  const t = useTranslations("myAccount.sessions");
  const { desk, format } = useDesk();
  const sessions = useQuery(desk.account.sessions.options());
  const others = sessions.data?.data.some(({ current }) => !current);
  const nameOf = (device: string | null) => {
    const [browser, system] = device?.split(" on ") ?? [];
    return browser && system ? t("device", { browser, system }) : (device ?? t("unknown"));
  };
  return (
    <Panel
      title={t("title")}
      description={t("body")}
      flush
      actions={
        others && (
          <SendButton
            mutation={desk.account.end_others.mutation()}
            input={{}}
            onDone={({ sessions_ended: count }) => toast.success(t("othersEnded", { count }))}
          >
            {t("endOthers")}
          </SendButton>
        )
      }
    >
      {sessions.data ? (
        <ul aria-label={t("title")}>
          {sessions.data.data.map(({ id, device, address, begun_at: begun, seen_at: seen, current }) => (
            <li
              key={id}
              className="flex flex-wrap items-center gap-x-6 gap-y-1.5 border-b border-line px-4 py-2.5 last:border-b-0"
            >
              <div className="min-w-0 flex-1 basis-48">
                <p className="flex flex-wrap items-center gap-2">
                  <span className="font-medium">{nameOf(device)}</span>
                  {current && <Badge tone="accent">{t("this")}</Badge>}
                </p>
                <p className="text-sm text-muted wrap-anywhere">
                  {[address, t("begun", { time: format.dateTime(begun) })].filter(Boolean).join(" · ")}
                </p>
              </div>
              {!current && (
                <>
                  <p className="text-sm text-muted">{t("seen", { time: format.dateTime(seen) })}</p>
                  <SendButton
                    mutation={desk.account.end_session.mutation()}
                    input={{ params: { id } }}
                    onDone={() => toast.success(t("ended"))}
                    size="sm"
                    aria-label={t("endOf", { device: nameOf(device) })}
                  >
                    {t("end")}
                  </SendButton>
                </>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <Waiting of={sessions} lines={3} className="p-4" />
      )}
    </Panel>
  );
}
