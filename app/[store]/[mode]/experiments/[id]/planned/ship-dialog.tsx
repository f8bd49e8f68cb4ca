"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { FormDialog } from "@/components/forms/form-dialog";
import { QueryError, useFailureWords } from "@/components/query-error";
import { Banner } from "@/components/ui/banner";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { TextSkeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { Experiment } from "@/lib/contract/checkout/experiments";
import { ApiError } from "@/lib/contract/errors";
import { decisionOf } from "../../results/decision";
import { leadOf, type Study } from "../../results/study";
import { useExperimentWords } from "../../words";
import { ReasonField } from "./decide-dialog";
import { isToDo, type Write, writesOf } from "./ship";
import { ShipDiff } from "./ship-diff";
import { useLive, useSend } from "./use-live";

type Props = { experiment: Experiment; study: Study; onClose: () => void };

const nothing = { offers: [], bundles: [] };

/** Makes a variant's changes for everybody, one ordinary write after the other, and then records the decision. */
export default function ShipDialog({ experiment, study, onClose }: Props) {
  const t = useTranslations("plannedExperiments");
  const { checkout, person } = useDesk();
  const client = useQueryClient();
  const words = useExperimentWords();
  const failure = useFailureWords();
  const others = (experiment.variants ?? []).filter(({ name }) => name !== study.control?.name);
  const [variant, setVariant] = useState(leadOf(study)?.name ?? others[0]?.name ?? "");
  const changes = others.find(({ name }) => name === variant)?.changes ?? nothing;
  const { live, problem, retry } = useLive(changes);
  const send = useSend(live);
  const { mutateAsync: decide } = useMutation(checkout.experiments.decide.mutation());
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const [pending, setPending] = useState(false);
  const [failed, setFailed] = useState<{ made: string[]; reason: string } | null>(null);

  const writes = live ? writesOf(changes, live) : [];
  const called = words.called(variant, study.names);
  const proven =
    study.verdict.rule === "decided" && study.comparisons.some((one) => one.name === variant && one.decided);
  const nameOf = ({ kind, name }: Write) => (kind === "settings" ? t("ship.kinds.settings") : name);

  async function ship() {
    setTried(true);
    if (!live || reason.trim() === "" || pending) return;
    setPending(true);
    setFailed(null);
    const made: string[] = [];
    try {
      const params = { id: experiment.id };
      const now = await client.fetchQuery({ ...checkout.experiments.get.options({ params }), staleTime: 0 });
      if (decisionOf(now)) throw new ApiError(409, "conflict", t("ship.decided"));
      for (const write of writes.filter(isToDo)) {
        await send(write);
        made.push(nameOf(write));
      }
      const body = { outcome: "ship" as const, variant, reason: reason.trim(), by: person.name };
      await decide({ params, body });
      toast.success(t("ship.done", { variant: called }));
      onClose();
    } catch (cause) {
      setFailed({ made, reason: failure(cause, (said) => said) });
      // What was written is read again, so that the list shows what is left.
      await retry();
    } finally {
      setPending(false);
    }
  }

  return (
    <FormDialog
      shape="lg"
      title={t("ship.title", { variant: called })}
      description={t("ship.about")}
      submit={t(failed ? "ship.goOn" : "ship.submit")}
      pending={pending}
      onClose={() => !pending && onClose()}
      form={{
        // A wide table scrolls by itself instead of widening the form.
        className: "grid grid-cols-[minmax(0,1fr)] gap-4",
        onSubmit: (event) => {
          event.preventDefault();
          void ship();
        },
      }}
    >
      {failed && (
        <Banner tone="danger" title={t("ship.failed", { reason: failed.reason })}>
          {failed.made.length > 0 ? t("ship.made", { names: failed.made.join(", ") }) : t("ship.madeNone")}
        </Banner>
      )}
      {!proven && (
        <Banner tone="warning" live={false}>
          {t("ship.unproven", { variant: called })}
        </Banner>
      )}
      {others.length > 1 && (
        <Field label={t("ship.which")}>
          <Select
            value={variant}
            onChange={(event) => setVariant(event.target.value)}
            options={others.map(({ name }) => ({ value: name, label: words.called(name, study.names) }))}
          />
        </Field>
      )}
      {problem ? (
        <QueryError error={problem} onRetry={retry} />
      ) : live ? (
        <ShipDiff writes={writes} products={live.products} nameOf={nameOf} />
      ) : (
        <TextSkeleton lines={4} />
      )}
      <ReasonField value={reason} onValueChange={setReason} tried={tried} />
    </FormDialog>
  );
}
