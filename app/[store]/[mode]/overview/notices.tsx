"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { TriangleAlert, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useAttempt } from "@/components/attempt";
import { IconButton } from "@/components/ui/icon-button";
import { TextLink } from "@/components/ui/intent-link";
import { Panel } from "@/components/ui/panel";
import { useSaid } from "@/components/use-said";
import { useDesk } from "@/lib/api/desk";
import { notices, shows } from "./reads";

export function Notices() {
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
        {found.map(({ id, kind, endpoint_id, delivery_id, message, message_key, count, updated_at }) => (
          <li key={id} className="flex items-start gap-3 px-4 py-3">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
            <div className="min-w-0 flex-1 wrap-anywhere">
              <TextLink
                href={`${desk.base}/webhooks/${encodeURIComponent(endpoint_id)}${kind === "delivery_exhausted" ? `/deliveries/${encodeURIComponent(delivery_id)}` : ""}`}
              >
                {say(message, message_key)}
              </TextLink>
              <p className="text-sm text-muted">{t("times", { count, time: desk.format.dateTime(updated_at) })}</p>
            </div>
            {mayDismiss && (
              <IconButton
                size="sm"
                tip={false}
                icon={<X />}
                label={t("dismiss", { message: say(message, message_key) })}
                onClick={() => dismiss(id)}
              />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
