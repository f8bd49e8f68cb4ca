"use client";

import { useMutation } from "@tanstack/react-query";
import { SearchCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Failure } from "@/components/failure";
import { Help } from "@/components/help/help";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { useSaid } from "@/components/use-said";
import { useDesk } from "@/lib/api/desk";
import type { PayoutEntry } from "@/lib/contract/desk/payouts";

const SettleDialog = lazyPart(() => import("./dialogs").then((file) => ({ default: file.SettleDialog })));

/** An unknown status of the API may mean that nothing was paid, which only a person can judge. */
const isOdd = ({ state, payout_status: status }: PayoutEntry) =>
  state === "made" && status !== null && !["pending", "processing", "paid"].includes(status);

/** A person settles an unknown outcome. Cartwright never sends the payout again. */
export function SettlePanel({ entry }: { entry: PayoutEntry }) {
  const t = useTranslations("payouts.settle");
  const { can, desk, format } = useDesk();
  const said = useSaid();
  const [as, setAs] = useState<"made" | "not_made" | null>(null);
  const check = useMutation(desk.payouts.check.mutation());
  const may = can("desk", "payouts", "made");
  const unknown = entry.state === "unknown";
  if (!unknown && !isOdd(entry)) {
    return check.data?.found === "made" ? <Banner tone="success">{t("found.made")}</Banner> : null;
  }
  const early = entry.believe_at !== null && Date.parse(entry.believe_at) > Date.now();
  return (
    <>
      <Banner
        tone={unknown ? "danger" : "warning"}
        live={false}
        title={
          <>
            {t(unknown ? "title" : "oddTitle", { status: entry.payout_status ?? "" })}
            {unknown && <Help of="unknownPayout" label={t("title")} />}
          </>
        }
      >
        <div className="grid gap-3">
          <p className="max-w-prose">{t(unknown ? "body" : "oddBody", { status: entry.payout_status ?? "" })}</p>
          {unknown && entry.message && (
            <p className="max-w-prose">{t("why", { reason: said(entry.message, entry.message_key) })}</p>
          )}
          {unknown && early && entry.believe_at && <p>{t("early", { time: format.dateTime(entry.believe_at) })}</p>}
          {may ? (
            <div className="flex flex-wrap gap-2">
              {unknown && (
                <Button
                  icon={<SearchCheck aria-hidden />}
                  pending={check.isPending}
                  onClick={() => check.mutate({ params: { id: entry.id } })}
                >
                  {t("check")}
                </Button>
              )}
              {unknown && <Button onClick={() => setAs("made")}>{t("made")}</Button>}
              <Button onClick={() => setAs("not_made")}>{t("notMade")}</Button>
            </div>
          ) : (
            <p>{t("readOnly")}</p>
          )}
        </div>
      </Banner>
      {check.data && (
        <Banner tone={check.data.found === "made" ? "success" : "info"}>{t(`found.${check.data.found}`)}</Banner>
      )}
      <Failure of={check} />
      {as && <SettleDialog entry={entry} as={as} onClose={() => setAs(null)} />}
    </>
  );
}
