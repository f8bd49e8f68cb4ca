"use client";

import { Hourglass } from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button-class";
import { IntentLink } from "@/components/ui/intent-link";
import { useDesk } from "@/lib/api/desk";
import type { HeldWrite } from "@/lib/contract/desk/held";

/** Every page but the review queue itself shows pending decisions, with a link back to the queue. */
export default function HeldDecisions({ writes }: { writes: readonly HeldWrite[] }) {
  const t = useTranslations("shell.decisions");
  const { base } = useDesk();
  const href = `${base}/commissions`;
  const path = usePathname();
  const states = writes.flatMap(({ resource, state }) => (resource === "commissions" ? [state] : []));
  const held = states.filter((state) => state === "held").length;
  const sending = states.filter((state) => state === "sending").length;
  if (path === href || held + sending === 0) return null;
  const words = held > 0 ? t("sign", { count: held + sending }) : t("sending", { count: sending });
  return (
    <IntentLink href={href} className={buttonClass({ variant: "secondary" })} aria-label={words}>
      <Hourglass aria-hidden />
      <span className="hidden tabular-nums md:inline">{words}</span>
    </IntentLink>
  );
}
