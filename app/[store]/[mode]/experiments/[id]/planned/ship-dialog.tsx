"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useFailureWords } from "@/components/failure";
import { PlainDialog } from "@/components/forms/plain-form";
import { requireSaved } from "@/components/products/require-saved";
import { QueryError } from "@/components/query-error";
import { Banner } from "@/components/ui/banner";
import { Field } from "@/components/ui/field";
import { RowsTable } from "@/components/ui/rows-table";
import { Select } from "@/components/ui/select";
import { TextSkeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { VariantChanges } from "@/lib/contract/checkout/experiment-draft";
import type { Experiment } from "@/lib/contract/checkout/experiments";
import type { ProductDraft } from "@/lib/contract/checkout/products";
import { topPriority } from "@/lib/contract/checkout/upsell-words";
import { ApiError, invalid } from "@/lib/contract/errors";
import { sentence } from "@/lib/contract/sentences";
import { type Live, useLive } from "../../live";
import { useChangeWords } from "../../plan-words";
import { decisionOf } from "../../results/decision";
import { leadOf, type Study } from "../../results/study";
import { useExperimentWords } from "../../words";
import { ReasonField } from "./decide-dialog";
import { bodyOf, type Difference, isToDo, type LiveProduct, type ShippedField, type ShipWrite, writesOf } from "./ship";

type Props = { experiment: Experiment; study: Study; onClose: () => void };

const nothing: VariantChanges = { offers: [], bundles: [] };

/** Makes a variant's changes for everybody, one ordinary write after the other, and then records the decision. */
export default function ShipDialog({ experiment, study, onClose }: Props) {
  const t = useTranslations("plannedExperiments.ship");
  const { checkout, format } = useDesk();
  const client = useQueryClient();
  const words = useExperimentWords();
  const failure = useFailureWords();
  const others = (experiment.variants ?? []).filter(({ name }) => name !== study.control?.name);
  const [variant, setVariant] = useState(leadOf(study)?.name ?? others[0]?.name ?? "");
  const changes = others.find(({ name }) => name === variant)?.changes ?? nothing;
  const { live, products, problem, retry } = useShipped(changes);
  const send = useSend(products);
  const { mutateAsync: decide } = useMutation(checkout.experiments.decide.mutation());
  const [failed, setFailed] = useState(false);
  const sending = useRef(false);

  const writes = live.whole ? writesOf(changes, live, products) : [];
  const called = words.called(variant, study.names);
  const proven =
    study.verdict.rule === "decided" && study.comparisons.some((one) => one.name === variant && one.decided);
  const nameOf = ({ kind, name }: ShipWrite) => (kind === "settings" ? t("kinds.settings") : name);

  async function ship({ reason }: { reason: string }) {
    if (!live.whole || problem) return;
    if (reason.trim() === "") throw invalid({ field: "reason", ...sentence("empty") });
    sending.current = true;
    const made: string[] = [];
    try {
      const params = { id: experiment.id };
      const now = await client.fetchQuery({ ...checkout.experiments.get.options({ params }), staleTime: 0 });
      if (decisionOf(now)) throw new ApiError(409, "conflict", t("decided"));
      for (const write of writes.filter(isToDo)) {
        await send(write);
        made.push(nameOf(write));
      }
      const body = { outcome: "ship" as const, variant, reason: reason.trim() };
      await decide({ params, body });
      toast.success(t("done", { variant: called }));
      onClose();
    } catch (cause) {
      setFailed(true);
      // What was written is read again, so that the list shows what is left.
      await retry();
      const state = made.length > 0 ? t("made", { names: made.join(", ") }) : t("madeNone");
      throw new ApiError(409, "conflict", format.join([t("failed", { reason: failure(cause) }), state]));
    } finally {
      sending.current = false;
    }
  }

  return (
    <PlainDialog
      shape="lg"
      title={t("title", { variant: called })}
      description={t("about")}
      submit={t(failed ? "goOn" : "submit")}
      names={["reason"]}
      onSend={ship}
      onClose={() => sending.current || onClose()}
    >
      {!proven && (
        <Banner tone="warning" live={false}>
          {t("unproven", { variant: called })}
        </Banner>
      )}
      {others.length > 1 && (
        <Field label={t("which")}>
          <Select
            value={variant}
            onChange={(event) => setVariant(event.target.value)}
            options={others.map(({ name }) => ({ value: name, label: words.called(name, study.names) }))}
          />
        </Field>
      )}
      {/* A wide table scrolls by itself instead of widening the form. */}
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
        {problem ? (
          <QueryError error={problem} onRetry={retry} />
        ) : live.whole ? (
          <ShipDiff writes={writes} live={live} nameOf={nameOf} />
        ) : (
          <TextSkeleton lines={4} />
        )}
      </div>
      <ReasonField />
    </PlainDialog>
  );
}

/** A new title or picture belongs to a product, which is read as a whole. */
function useShipped(changes: VariantChanges) {
  const { checkout } = useDesk();
  const { live, problem, retry } = useLive([changes]);
  const ids = changes.offers
    .filter(({ title, image_url }) => title !== undefined || image_url !== undefined)
    .flatMap(({ upsell_id, product_id }) => product_id ?? live.offers.get(upsell_id)?.product_id ?? []);
  const read = useQuery({
    ...checkout.products.list.options({ query: { ids: ids.join(","), per_page: 100 } }),
    staleTime: 0,
    enabled: live.whole && ids.length > 0,
  });
  const products: readonly LiveProduct[] = read.data?.data ?? [];
  return {
    live: { ...live, whole: live.whole && (ids.length === 0 || read.isSuccess) },
    products,
    problem: problem ?? (ids.length > 0 ? read.error : null),
    retry: () => Promise.all([retry(), ids.length > 0 && read.refetch()]),
  };
}

type Kept = ProductDraft & { updated_at?: unknown };

/** Sends a write through the ordinary operation, so that the activity has it with the state before. */
function useSend(products: readonly LiveProduct[]) {
  const { checkout } = useDesk();
  const { mutateAsync: upsell } = useMutation(checkout.upsells.update.mutation());
  const { mutateAsync: bundle } = useMutation(checkout.bundles.update.mutation());
  const { mutateAsync: settings } = useMutation(checkout.settings.update.mutation());
  const { mutateAsync: save } = useMutation(checkout.products.save.mutation());
  return async (write: ShipWrite): Promise<void> => {
    const input = { params: { id: write.id }, body: bodyOf(write) };
    if (write.kind === "upsell") await upsell(input);
    if (write.kind === "bundle") await bundle(input);
    if (write.kind === "settings") await settings(input);
    if (write.kind !== "product") return;
    // A product is replaced as a whole, so the fields that stay are sent as well.
    const known = products.find(({ id }) => id === write.id);
    const { updated_at: _, ...product } = { ...known, ...input.body, id: write.id } as Kept;
    requireSaved(await save({ body: { products: [product] } }));
  };
}

type DiffProps = { writes: readonly ShipWrite[]; live: Live; nameOf: (write: ShipWrite) => string };
type Row = Difference & { write: ShipWrite };

function ShipDiff({ writes, live, nameOf }: DiffProps) {
  const t = useTranslations("plannedExperiments.ship");
  const said: Partial<Record<ShippedField, (value: never) => string>> = useChangeWords(live).said;
  const show = (field: ShippedField, value: unknown): string => {
    if (field === "priority" && value === topPriority) return t("first");
    if (field === "priority" && value === 0) return t("notFirst");
    if (value === undefined || value === null || value === "") return t("none");
    return said[field]?.(value as never) ?? String(value);
  };
  const gone = writes.filter(({ missing }) => missing);
  const rows = writes.flatMap((write) =>
    write.missing ? [] : write.differences.map((difference): Row => ({ ...difference, write })),
  );
  return (
    <>
      {gone.length > 0 && (
        <Banner tone="warning" live={false}>
          {t("gone", { names: gone.map(nameOf).join(", ") })}
        </Banner>
      )}
      {rows.length === 0 ? (
        <p className="text-muted">{t("nothing")}</p>
      ) : (
        <div data-testid="ship-diff" className="rounded-md border border-line wrap-anywhere">
          <RowsTable<Row>
            caption={t("diff")}
            cards
            columns={[
              {
                id: "what",
                label: t("what"),
                cell: ({ write }) => (
                  <>
                    {nameOf(write)}
                    {write.kind !== "settings" && <span className="block text-muted">{t(`kinds.${write.kind}`)}</span>}
                  </>
                ),
              },
              { id: "field", label: t("field"), cell: ({ field }) => t(`fields.${field}`) },
              { id: "before", label: t("before"), cell: ({ field, before }) => <del>{show(field, before)}</del> },
              {
                id: "after",
                label: t("after"),
                cell: ({ field, after }) => (
                  <ins className="rounded-sm bg-accent-soft px-1 font-medium no-underline">{show(field, after)}</ins>
                ),
              },
            ]}
            rows={rows}
            rowKey={({ write, field }) => `${write.kind} ${write.id} ${field}`}
          />
        </div>
      )}
    </>
  );
}
