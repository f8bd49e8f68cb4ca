"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { QueryError, useFailureWords } from "@/components/query-error";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { TextSkeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";

export function SessionsPanel() {
  const t = useTranslations("myAccount.sessions");
  const { desk, format } = useDesk();
  const words = useFailureWords();
  const { data, error, refetch, isFetching } = useQuery(desk.account.sessions.options());
  const end = useMutation(desk.account.end_session.mutation());
  const endOthers = useMutation(desk.account.end_others.mutation());
  const onError = (cause: Error) => toast.error(words(cause, (reason) => reason));
  const others = data?.data.some(({ current }) => !current);
  const called = (device: string | null) => {
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
          <Button
            pending={endOthers.isPending}
            onClick={() =>
              endOthers.mutate(
                {},
                {
                  onSuccess: ({ sessions_ended: count }) => toast.success(t("othersEnded", { count })),
                  onError,
                },
              )
            }
          >
            {t("endOthers")}
          </Button>
        )
      }
    >
      {data ? (
        <ul aria-label={t("title")}>
          {data.data.map(({ id, device, address, begun_at: begun, seen_at: seen, current }) => (
            <li
              key={id}
              className="flex flex-wrap items-center gap-x-6 gap-y-1.5 border-b border-line px-4 py-2.5 last:border-b-0"
            >
              <div className="min-w-0 flex-1 basis-48">
                <p className="flex flex-wrap items-center gap-2">
                  <span className="font-medium">{called(device)}</span>
                  {current && <Badge tone="accent">{t("this")}</Badge>}
                </p>
                <p className="text-sm text-muted wrap-anywhere">
                  {[address, t("begun", { time: format.dateTime(begun) })].filter(Boolean).join(" · ")}
                </p>
              </div>
              {!current && (
                <>
                  <p className="text-sm text-muted">{t("seen", { time: format.dateTime(seen) })}</p>
                  <Button
                    size="sm"
                    pending={end.isPending && end.variables?.params.id === id}
                    aria-label={t("endOf", { device: called(device) })}
                    onClick={() =>
                      end.mutate({ params: { id } }, { onSuccess: () => toast.success(t("ended")), onError })
                    }
                  >
                    {t("end")}
                  </Button>
                </>
              )}
            </li>
          ))}
        </ul>
      ) : error ? (
        <QueryError error={error} onRetry={() => refetch()} retrying={isFetching} />
      ) : (
        <TextSkeleton lines={3} className="p-4" />
      )}
    </Panel>
  );
}
