"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { ChangedElsewhere } from "@/components/forms/changed-elsewhere";
import { OtherFields } from "@/components/forms/other-fields";
import { RecordWaiting } from "@/components/forms/record-waiting";
import { isGone, useSaveRecord } from "@/components/forms/use-save-record";
import { useListHref } from "@/components/lists/list-address";
import { useFailureWords } from "@/components/query-error";
import { Status } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { DescriptionList } from "@/components/ui/description-list";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";
import { knownUpsellFields } from "@/lib/contract/checkout/upsell-words";
import type { Upsell } from "@/lib/contract/checkout/upsells";
import { otherFields } from "@/lib/contract/read";
import { useFieldWords } from "../field-words";
import { performanceDays, usePerformance } from "../performance/use-performance";
import { toDraft } from "../to-draft";
import { UpsellForm } from "../upsell-form";
import { useUpsellWords } from "../words";
import { EditorMenu } from "./editor-menu";
import { OfferStanding } from "./offer-standing";

export function UpsellEditor({ id }: { id: string }) {
  const t = useTranslations("upsells");
  const { base, checkout } = useDesk();
  const listHref = useListHref(`${base}/upsells`);
  const record = useQuery(checkout.upsells.get.options({ params: { id } }));
  if (record.data) return <LoadedEditor offer={record.data} />;
  return <RecordWaiting title={t("one")} crumbs={[{ href: listHref, label: t("title") }]} record={record} />;
}

function LoadedEditor({ offer }: { offer: Upsell }) {
  const t = useTranslations("upsells");
  const { base, can, checkout } = useDesk();
  const listHref = useListHref(`${base}/upsells`);
  const mayWrite = can("checkout", "upsells", "update");
  const update = useMutation(checkout.upsells.update.mutation());
  const params = { id: offer.id };
  const { save, dialog } = useSaveRecord<UpsellDraft, Upsell>({
    read: checkout.upsells.get.options({ params }),
    toDraft,
    words: useFieldWords(),
    send: (changed) => update.mutateAsync({ params, body: changed }),
  });
  const recreate = useRecreate();
  const words = useUpsellWords();
  const draft = useMemo(() => toDraft(offer), [offer]);
  const status = offer.status === undefined ? null : words.status(offer.status);
  return (
    <>
      <PageHeader
        title={offer.name ?? t("untitled")}
        crumbs={[{ href: listHref, label: t("title") }]}
        meta={
          status && (
            <Status tone={status.tone} hollow={status.hollow}>
              {status.label}
            </Status>
          )
        }
        description={<OfferStanding offer={offer} />}
        actions={mayWrite && <EditorMenu offer={offer} />}
      />
      <ChangedElsewhere api="checkout" resource="upsells" record={offer.id} text={t("form.changedElsewhere")} />
      {!mayWrite && <Banner live={false}>{t("form.readOnly")}</Banner>}
      <UpsellForm
        key={offer.id}
        id={offer.id}
        initial={draft}
        current={draft}
        draft={{ record: offer.id, base: offer.updated_at ?? null }}
        saveLabel={t("form.saveAction")}
        readOnly={!mayWrite}
        onSave={save}
        explain={(cause, edited) =>
          isGone(cause) && (
            <Button size="sm" className="mt-1" onClick={() => recreate(edited)}>
              {t("form.createAnew")}
            </Button>
          )
        }
      >
        <PerformancePanel offer={offer} />
        <Facts offer={offer} />
      </UpsellForm>
      {dialog}
    </>
  );
}

/** If somebody deletes the offer during editing, the entered values can be saved as a new offer. */
function useRecreate() {
  const t = useTranslations("upsells.form");
  const router = useRouter();
  const { base, checkout } = useDesk();
  const failureWords = useFailureWords();
  const create = useMutation({
    ...checkout.upsells.create.mutation(),
    onSuccess(created) {
      toast.success(t("created", { name: created.name ?? created.id }));
      router.replace(`${base}/upsells/${encodeURIComponent(created.id)}`);
    },
    onError: (cause) => toast.error(failureWords(cause, (reason) => reason)),
  });
  return (body: UpsellDraft) => create.mutate({ body });
}

function Facts({ offer }: { offer: Upsell }) {
  const t = useTranslations("upsells.form");
  const { format } = useDesk();
  return (
    <>
      <Panel title={t("facts")}>
        <DescriptionList
          items={[
            { term: t("id"), detail: <code>{offer.id}</code> },
            ...(offer.created_at ? [{ term: t("createdAt"), detail: format.dateTime(offer.created_at) }] : []),
            ...(offer.updated_at ? [{ term: t("updatedAt"), detail: format.dateTime(offer.updated_at) }] : []),
          ]}
        />
      </Panel>
      <OtherFields fields={otherFields(offer, knownUpsellFields)} />
    </>
  );
}

function PerformancePanel({ offer }: { offer: { id: string; name?: string | undefined } }) {
  const t = useTranslations("upsells.performance");
  const { format } = useDesk();
  const found = usePerformance()?.(offer);
  if (!found) return null;
  const { shown, accepted, rate, revenue, currency } = found;
  const figures = [
    { term: t("shown"), value: shown === undefined ? null : format.number(shown) },
    { term: t("accepted"), value: accepted === undefined ? null : format.number(accepted) },
    { term: t("rate"), value: rate === undefined ? null : format.ratio(rate) },
    { term: t("revenue"), value: revenue === undefined ? null : format.money(revenue, currency) },
  ];
  return (
    <Panel title={t("title", { days: performanceDays })}>
      <dl data-testid="performance" className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
        {figures.map(({ term, value }) => (
          <div key={term}>
            <dt className="text-sm text-muted">{term}</dt>
            <dd className="text-lg font-semibold">{value ?? "—"}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
