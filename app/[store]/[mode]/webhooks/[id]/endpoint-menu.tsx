"use client";

import { useMutation } from "@tanstack/react-query";
import { Ellipsis, FlaskConical, KeyRound, Radio, RotateCcw, Send } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAttempt } from "@/components/attempt";
import { useListHref } from "@/components/lists/list-address";
import { useMayUpdate } from "@/components/lists/use-changes";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { IconButton } from "@/components/ui/icon-button";
import { IntentLink } from "@/components/ui/intent-link";
import { lazyPart } from "@/components/ui/lazy-part";
import { Menu, MenuItem } from "@/components/ui/menu";
import { useDesk } from "@/lib/api/desk";
import type { Webhook } from "@/lib/contract/checkout/webhooks";
import { EndpointActions, useEndpointChanges } from "../endpoint-actions";
import { endpointPath, useIsReported } from "../words";

const RotateDialog = lazyPart(() => import("./dialogs").then((file) => ({ default: file.RotateDialog })));
const TestDialog = lazyPart(() => import("./test-dialog"));
const ReplayDialog = lazyPart(() => import("./dialogs").then((file) => ({ default: file.ReplayDialog })));

export function EndpointMenu({ endpoint }: { endpoint: Webhook }) {
  const t = useTranslations("webhooks.actions");
  const router = useRouter();
  const { base, can, checkout, desk } = useDesk();
  const listHref = useListHref(`${base}/webhooks`);
  const mayChange = useMayUpdate("checkout", "webhooks");
  const changes = useEndpointChanges();
  const attempt = useAttempt();
  const forget = useMutation({
    ...desk.remembered.delete.mutation(),
    meta: { invalidates: checkout.webhooks.list.prefix },
  });
  const [open, setOpen] = useState<"rotate" | "test" | "replay" | null>(null);
  const mayForget = !useIsReported() && can("desk", "remembered", "delete");
  const onHold = endpoint.health?.held ?? 0;
  return (
    <>
      <IntentLink href={`${endpointPath(base, endpoint.id)}/live`} className={buttonClass()}>
        <Radio aria-hidden /> {t("live")}
      </IntentLink>
      {can("checkout", "webhooks", "test") && (
        <Button icon={<FlaskConical aria-hidden />} onClick={() => setOpen("test")}>
          {t("test")}
        </Button>
      )}
      {mayChange && (
        <Button icon={<RotateCcw aria-hidden />} onClick={() => setOpen("replay")}>
          {t("replay")}
        </Button>
      )}
      {(mayChange || mayForget) && (
        <Menu
          label={t("more")}
          align="end"
          trigger={(props) => <IconButton {...props} label={t("more")} icon={<Ellipsis aria-hidden />} />}
        >
          {mayChange && (
            <>
              {onHold > 0 && endpoint.enabled !== false && (
                <MenuItem icon={<Send aria-hidden />} onSelect={() => changes.release(endpoint)}>
                  {t("release", { count: onHold })}
                </MenuItem>
              )}
              <MenuItem icon={<KeyRound aria-hidden />} onSelect={() => setOpen("rotate")}>
                {t("rotate")}
              </MenuItem>
              <EndpointActions endpoint={endpoint} onGone={() => router.push(listHref)} />
            </>
          )}
          {mayForget && (
            <MenuItem
              onSelect={async () => {
                const input = { params: { kind: "webhook_endpoint" as const }, query: { id: endpoint.id } };
                if (await attempt(() => forget.mutateAsync(input))) router.push(listHref);
              }}
            >
              {t("forget")}
            </MenuItem>
          )}
        </Menu>
      )}
      {open === "rotate" && <RotateDialog endpoint={endpoint} onClose={() => setOpen(null)} />}
      {open === "test" && <TestDialog endpoint={endpoint} onClose={() => setOpen(null)} />}
      {open === "replay" && <ReplayDialog endpoint={endpoint} onClose={() => setOpen(null)} />}
    </>
  );
}
