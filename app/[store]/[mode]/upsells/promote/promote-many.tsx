"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFailureWords } from "@/components/failure";
import { useGo } from "@/components/forms/leave-guard";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/meter";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { Upsell } from "@/lib/contract/checkout/upsells";
import { inLive, toDraft } from "../words";
import { isTwin, twinQuery, useLive } from "./live";
import { LiveStatus } from "./live-status";
import { LeftOut, MissingProducts, useMissingProducts } from "./missing-products";

type Props = { upsells: readonly Upsell[]; onClose: () => void };
type Result = { copied: number; there: string[]; failed: string[] };

/** An offer that live already has is left out, because what to do with it is decided on its page. */
export function PromoteMany({ upsells, onClose }: Props) {
  const t = useTranslations("upsells.promote");
  const go = useGo();
  const { store, format, checkout } = useDesk();
  const failureWords = useFailureWords();
  const queryClient = useQueryClient();
  const live = useLive();
  const missing = useMissingProducts(upsells);
  const create = useMutation(live.checkout.upsells.create.mutation());
  const [status, setStatus] = useState<"draft" | "same">("draft");
  const [done, setDone] = useState<number | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const active = upsells.filter((upsell) => upsell.status === "active").length;

  async function copyOne({ id }: Upsell): Promise<"copied" | "there"> {
    // A list may leave fields out; the record has all of them.
    const upsell = await queryClient.fetchQuery(checkout.upsells.get.options({ params: { id } }));
    const found = await queryClient.fetchQuery({
      ...live.checkout.upsells.list.options(twinQuery(upsell)),
      staleTime: 0,
    });
    if (found.data.some((one) => isTwin(one, upsell))) return "there";
    const draft = inLive(toDraft(upsell), null);
    await create.mutateAsync({ body: status === "same" ? draft : { ...draft, status: "draft" } });
    return "copied";
  }

  async function copy() {
    const outcome: Result = { copied: 0, there: [], failed: [] };
    setResult(null);
    setDone(0);
    try {
      await missing.save();
      for (const [at, upsell] of upsells.entries()) {
        const name = upsell.name ?? upsell.id;
        try {
          if ((await copyOne(upsell)) === "copied") outcome.copied += 1;
          else outcome.there.push(name);
        } catch (cause) {
          outcome.failed.push(`${name}: ${failureWords(cause, (reason) => reason)}`);
        }
        setDone(at + 1);
      }
    } catch (cause) {
      outcome.failed.push(failureWords(cause, (reason) => reason));
    }
    setDone(null);
    if (outcome.copied > 0) {
      toast.success(t("copied", { count: outcome.copied }), {
        action: { label: t("openList"), onAction: () => go(`/${store.id}/live/upsells`) },
      });
    }
    if (outcome.there.length + outcome.failed.length === 0) onClose();
    else setResult(outcome);
  }

  return (
    <div className="grid gap-4">
      {result && result.there.length > 0 && (
        <Banner title={t("there", { count: result.there.length })}>{format.list(result.there)}</Banner>
      )}
      {result && result.failed.length > 0 && (
        <Banner tone="danger" title={t("failedMany", { count: result.failed.length })}>
          {result.failed.map((line) => (
            <span key={line} className="block wrap-anywhere">
              {line}
            </span>
          ))}
        </Banner>
      )}
      {active > 0 && <LiveStatus value={status} onValueChange={setStatus} same={t("sameMany")} />}
      <MissingProducts names={missing.names} />
      <LeftOut upsells={upsells} />
      {done !== null && <Progress label={t("copying")} value={done} max={upsells.length} />}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="me-auto text-sm font-medium">
          {t("willCreateMany", { count: upsells.length })} {status === "same" && active > 0 && t("atOnce")}
        </p>
        <Button onClick={onClose}>{t(result ? "close" : "cancel")}</Button>
        {!result && (
          <Button variant="primary" pending={!missing.isRead || done !== null} onClick={copy}>
            {t("createAction")}
          </Button>
        )}
      </div>
    </div>
  );
}
