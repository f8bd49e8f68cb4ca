"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { TriangleAlert, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFailureWords } from "@/components/query-error";
import { IconButton } from "@/components/ui/icon-button";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import { useSaid } from "@/components/use-said";
import { useDesk } from "@/lib/api/desk";
import { notices, shows } from "./reads";

export function Notices() {
  const t = useTranslations("overview.notices");
  const desk = useDesk();
  const failureWords = useFailureWords();
  const say = useSaid();
  const list = useQuery({ ...notices(desk), enabled: shows.endpoints(desk) });
  const dismiss = useMutation(desk.checkout.notices.dismiss.mutation());
  const found = list.data?.data ?? [];
  if (found.length === 0) return null;
  const mayDismiss = desk.can("checkout", "notices", "dismiss");
  const onError = (cause: Error) => toast.error(failureWords(cause, (reason) => t("dismissFailed", { reason })));
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
                onClick={() => dismiss.mutate({ params: { id } }, { onError })}
              />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
