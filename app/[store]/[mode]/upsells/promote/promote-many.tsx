"use client";

import { useMutation } from "@tanstack/react-query";
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
import { useLive } from "./live";
import { lastFirst, useLiveTwins } from "./live-chain";
import { LiveStatus } from "./live-status";
import { MissingProducts, useMissingProducts } from "./missing-products";

type Props = { upsells: readonly Upsell[]; onClose: () => void };
type Result = { copied: number; there: string[]; absent: string[]; failed: string[] };

/** An offer that live already has is left out, because what to do with it is decided on its page. */
export function PromoteMany({ upsells, onClose }: Props) {
  const t = useTranslations("upsells.promote");
  const go = useGo();
  const { store, format } = useDesk();
  const failureWords = useFailureWords();
  const live = useLive();
  const missing = useMissingProducts(upsells);
  const { twinOf, read, chainOf } = useLiveTwins();
  const create = useMutation(live.checkout.upsells.create.mutation());
  const [status, setStatus] = useState<"draft" | "same">("draft");
  const [done, setDone] = useState<number | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const active = upsells.filter((upsell) => upsell.status === "active").length;

  /** Its ID in live is added to `ids`. */
  async function copyOne({ id }: Upsell, ids: Map<string, string>, outcome: Result): Promise<void> {
    const upsell = await read(id);
    const twin = await twinOf(upsell);
    if (twin) {
      ids.set(id, twin.id);
      outcome.there.push(upsell.name ?? id);
      return;
    }
    const chain = await chainOf(upsell, ids);
    const draft = inLive(toDraft(upsell), chain.ids);
    const made = await create.mutateAsync({ body: status === "same" ? draft : { ...draft, status: "draft" } });
    ids.set(id, made.id);
    outcome.absent.push(...chain.absent);
    outcome.copied += 1;
  }

  async function copy() {
    const outcome: Result = { copied: 0, there: [], absent: [], failed: [] };
    const ids = new Map<string, string>();
    setResult(null);
    setDone(0);
    try {
      await missing.save();
      for (const [at, upsell] of lastFirst(upsells).entries()) {
        try {
          await copyOne(upsell, ids, outcome);
        } catch (cause) {
          outcome.failed.push(`${upsell.name ?? upsell.id}: ${failureWords(cause, (reason) => reason)}`);
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
    if (outcome.there.length + outcome.absent.length + outcome.failed.length === 0) onClose();
    else setResult(outcome);
  }

  return (
    <div className="grid gap-4">
      {result && result.there.length > 0 && (
        <Banner title={t("there", { count: result.there.length })}>{format.list(result.there)}</Banner>
      )}
      {result && result.absent.length > 0 && <Banner>{t("chainEnds", { offers: format.list(result.absent) })}</Banner>}
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
