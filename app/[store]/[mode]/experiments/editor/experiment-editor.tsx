"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useRef, useState } from "react";
import type { FieldWords } from "@/components/forms/conflict-dialog";
import { same } from "@/components/forms/merge-edits";
import { useListHref } from "@/components/lists/list-address";
import { RecordWaiting } from "@/components/query-error";
import { RecordEditor } from "@/components/records/record-editor";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { IntentLink } from "@/components/ui/intent-link";
import { PageHeader } from "@/components/ui/page-header";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { Experiment } from "@/lib/contract/checkout/experiments";
import { isGone } from "../live";
import { single } from "../reads";
import { useDeleteDraft, useMayPlan } from "./drafts";
import { ExperimentForm } from "./experiment-form";
import { copyOf, emptyForm, type ExperimentForm as Form, toBody, toForm } from "./form-model";
import { Stepper } from "./stepper";

export function ExperimentCreate({ source }: { source: string | null }) {
  const t = useTranslations("experimentEditor");
  const { record, crumbs, waiting } = useRecord(source, t("createTitle"));
  return (
    waiting || (
      <>
        <PageHeader
          title={t("createTitle")}
          crumbs={crumbs}
          description={record && t("copied", { name: record.name ?? record.id })}
        >
          <Stepper />
        </PageHeader>
        <Create source={record} />
      </>
    )
  );
}

export function ExperimentEdit({ id }: { id: string }) {
  const t = useTranslations("experimentEditor");
  const { record, crumbs, waiting, gone } = useRecord(id, t("editTitle"));
  const { base } = useDesk();
  const remove = useDeleteDraft();
  const [opened, setOpened] = useState(false);
  if (waiting || !record) return waiting;
  const { name = id, status, plan } = record;
  const href = `${base}/experiments/${encodeURIComponent(id)}`;
  const isDraft = status === "draft" && plan !== undefined;
  if (isDraft && !opened) setOpened(true);
  const way = (
    <IntentLink href={gone ? (crumbs[0]?.href ?? base) : href} className={buttonClass({ size: "sm" })}>
      {t(gone ? "showAll" : "show")}
    </IntentLink>
  );
  return (
    <>
      <PageHeader
        title={t("editTitle")}
        crumbs={[...crumbs, { href, label: name }]}
        actions={
          isDraft &&
          !gone && (
            <Button icon={<Trash2 aria-hidden />} onClick={() => remove(record)}>
              {t("delete")}
            </Button>
          )
        }
      >
        {opened && <Stepper />}
      </PageHeader>
      {opened ? (
        <Edit experiment={record} href={href} way={way} closed={gone ? "wasDeleted" : isDraft ? null : "wasStarted"} />
      ) : (
        <Banner live={false} action={way}>
          {t(status === "draft" ? "noPlan" : "notDraft")}
        </Banner>
      )}
    </>
  );
}

/** The experiment that is edited or copied, and what is shown until it has loaded. */
function useRecord(id: string | null, title: string) {
  const t = useTranslations("experimentEditor");
  const desk = useDesk();
  const mayPlan = useMayPlan();
  const crumbs = [{ href: useListHref(`${desk.base}/experiments`), label: t("list") }];
  const read = useQuery({ ...single(desk, id ?? ""), enabled: id !== null && mayPlan });
  const forbidden = !mayPlan && t(desk.has("checkout", "experiments", "create") ? "mayNotCreate" : "elsewhere");
  const waiting = (forbidden || (id !== null && !read.data)) && (
    <RecordWaiting title={title} crumbs={crumbs} record={read} forbidden={forbidden} />
  );
  return { record: read.data, crumbs, waiting, gone: isGone(read.error) };
}

function useSaid() {
  const t = useTranslations("experimentEditor");
  return ({ name, plan }: Form, starts: boolean) =>
    toast.success(t(starts ? "started" : plan.starts_at ? "scheduled" : "savedDraft", { name }));
}

function Create({ source }: { source: Experiment | undefined }) {
  const t = useTranslations("experimentEditor");
  const router = useRouter();
  const { base, checkout } = useDesk();
  const { mutateAsync: create } = useMutation(checkout.experiments.create.mutation());
  const { mutateAsync: update } = useMutation(checkout.experiments.update.mutation());
  const said = useSaid();
  // A start may be refused after the draft was created. The next attempt must not create a second one.
  const created = useRef<string | null>(null);
  const [initial] = useState(() =>
    source ? copyOf(source, t("copyName", { name: source.name ?? source.id })) : emptyForm,
  );

  async function save(edited: Form, _: Form, starts: boolean): Promise<Form> {
    const path = window.location.pathname;
    const body = toBody(edited);
    if (created.current === null) created.current = (await create({ body })).id;
    else await update({ params: { id: created.current }, body });
    const params = { id: created.current };
    if (starts) await update({ params, body: { status: "running" } });
    said(edited, starts);
    if (window.location.pathname === path) router.replace(`${base}/experiments/${encodeURIComponent(params.id)}`);
    return edited;
  }

  return (
    <ExperimentForm
      initial={initial}
      draft={{ record: source ? `copy-of-${source.id}` : "new", base: null }}
      onSave={save}
      explain={() => created.current !== null && t("keptAsDraft")}
    />
  );
}

/** Only what changed is sent, with the names of the request. */
const bodyOf = (before: Form) => (changed: Partial<Form>) => {
  const all = toBody({ ...before, ...changed });
  return Object.fromEntries(Object.keys(changed).map((field) => [field, all[field as keyof typeof all]]));
};

type EditProps = { experiment: Experiment; href: string; way: ReactNode; closed: "wasDeleted" | "wasStarted" | null };

/** What was entered stays on the screen, even if the draft no longer exists. */
function Edit({ experiment, href, way, closed }: EditProps) {
  const t = useTranslations("experimentEditor");
  const router = useRouter();
  const { checkout } = useDesk();
  const words = useFieldWords();
  const said = useSaid();
  const start = useMutation(checkout.experiments.update.mutation());
  const startsHere = start.isPending || start.isSuccess;
  return (
    <>
      {closed && !startsHere && (
        <Banner tone="warning" action={way}>
          {t(closed)}
        </Banner>
      )}
      <RecordEditor
        of={checkout.experiments}
        record={experiment}
        toDraft={toForm}
        toBody={bodyOf(toForm(experiment))}
        words={words}
        changedElsewhere={closed ? "" : t("changedElsewhere")}
        closed={closed !== null}
        createAnew={t("createAnew")}
      >
        {({ onSave, ...form }) => (
          <ExperimentForm
            {...form}
            onSave={async (edited, base, starts) => {
              const saved = starts && same(edited, base) ? edited : await onSave(edited, base);
              if (!starts || !saved) return saved;
              await start.mutateAsync({ params: { id: experiment.id }, body: { status: "running" } });
              said(edited, true);
              router.replace(href);
              return saved;
            }}
          />
        )}
      </RecordEditor>
    </>
  );
}

function useFieldWords(): FieldWords<Form> {
  const t = useTranslations("experimentEditor");
  const words = useTranslations("experimentPlan");
  const { format } = useDesk();
  return {
    label: (field) => t(`fields.${field}`),
    value(field, value) {
      const { name = "", variants, plan } = { [field]: value } as Partial<Form>;
      if (plan) {
        const { metric, effect, traffic } = plan;
        const shares = { effect: format.percent(effect), traffic: format.percent(traffic) };
        return t("entered.plan", { metric: words(`metrics.${metric}`), ...shares });
      }
      const said = variants?.map(({ changes: { offers, bundles, settings }, ...variant }) =>
        t("entered.variant", {
          name: variant.label || variant.name,
          share: format.number(variant.weight),
          count: offers.length + bundles.length + (settings ? 1 : 0),
        }),
      );
      return said ? format.row(said) : name;
    },
  };
}
