"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { FieldWords } from "@/components/forms/conflict-dialog";
import { same } from "@/components/forms/merge-edits";
import { useListHref } from "@/components/lists/list-address";
import { useChanges } from "@/components/lists/use-changes";
import { RecordWaiting } from "@/components/query-error";
import { RecordEditor } from "@/components/records/record-editor";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { IntentLink } from "@/components/ui/intent-link";
import { PageHeader } from "@/components/ui/page-header";
import { useDesk } from "@/lib/api/desk";
import type { Experiment } from "@/lib/contract/checkout/experiments";
import { single } from "../[id]/reads";
import { useSaid } from "./experiment-create";
import { ExperimentForm } from "./experiment-form";
import { type ExperimentForm as Form, toBody, toForm } from "./form-model";
import { useMayPlan } from "./may-plan";
import { Stepper } from "./stepper";

export function ExperimentEdit({ id }: { id: string }) {
  const t = useTranslations("experimentEditor");
  const desk = useDesk();
  const mayPlan = useMayPlan();
  const listHref = useListHref(`${desk.base}/experiments`);
  const record = useQuery({ ...single(desk, id), enabled: mayPlan });
  if (record.data) return <Loaded experiment={record.data} listHref={listHref} />;
  return (
    <RecordWaiting
      title={t("editTitle")}
      crumbs={[{ href: listHref, label: t("list") }]}
      record={record}
      forbidden={!mayPlan && t(desk.extensions.checkout ? "mayNotCreate" : "elsewhere")}
    />
  );
}

function Loaded({ experiment, listHref }: { experiment: Experiment; listHref: string }) {
  const t = useTranslations("experimentEditor");
  const { base, checkout } = useDesk();
  const router = useRouter();
  const { holdWrites } = useChanges();
  const words = useFieldWords();
  const href = `${base}/experiments/${encodeURIComponent(experiment.id)}`;
  const name = experiment.name ?? experiment.id;
  const isDraft = experiment.status === "draft" && experiment.plan !== undefined;
  const remove = async () => {
    const writes = [{ id: experiment.id, label: name }];
    const held = await holdWrites({ api: "checkout", resource: "experiments", operation: "delete", writes });
    if (held) router.push(listHref);
  };
  const deletion = isDraft && (
    <Button icon={<Trash2 aria-hidden />} onClick={remove}>
      {t("delete")}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t("editTitle")}
        crumbs={[
          { href: listHref, label: t("list") },
          { href, label: name },
        ]}
        actions={deletion}
      >
        {isDraft && <Stepper />}
      </PageHeader>
      {isDraft ? (
        <RecordEditor
          of={checkout.experiments}
          record={experiment}
          toDraft={toForm}
          toBody={bodyOf(toForm(experiment))}
          words={words}
          changedElsewhere={t("changedElsewhere")}
          createAnew={t("createAnew")}
        >
          {(form) => <Editor {...form} id={experiment.id} href={href} />}
        </RecordEditor>
      ) : (
        <Banner
          live={false}
          action={
            <IntentLink href={href} className={buttonClass({ size: "sm" })}>
              {t("show")}
            </IntentLink>
          }
        >
          {t(experiment.status === "draft" ? "noPlan" : "notDraft")}
        </Banner>
      )}
    </>
  );
}

/** Only what changed is sent, with the names of the request. */
const bodyOf = (before: Form) => (changed: Partial<Form>) => {
  const all = toBody({ ...before, ...changed });
  return Object.fromEntries(Object.keys(changed).map((field) => [field, all[field as keyof typeof all]]));
};

type FormProps = Parameters<Parameters<typeof RecordEditor<Form, Experiment>>[0]["children"]>[0];

function Editor({ id, href, onSave, ...form }: FormProps & { id: string; href: string }) {
  const router = useRouter();
  const { checkout } = useDesk();
  const said = useSaid();
  const { mutateAsync: update } = useMutation(checkout.experiments.update.mutation());
  async function save(edited: Form, base: Form, starts: boolean): Promise<Form | null> {
    if (!starts) return onSave(edited, base);
    const saved = same(edited, base) ? edited : await onSave(edited, base);
    if (!saved) return null;
    await update({ params: { id }, body: { status: "running" } });
    said(edited, true);
    router.replace(href);
    return saved;
  }

  return <ExperimentForm {...form} onSave={save} />;
}

function useFieldWords(): FieldWords<Form> {
  const t = useTranslations("experimentEditor");
  const { format } = useDesk();
  const wordsFor: { [F in keyof Form]: (value: Form[F]) => string } = {
    name: (name) => name,
    variants: (variants) =>
      format.row(
        variants.map(({ name, label, weight, changes: { offers, bundles, limited } }) =>
          t("entered.variant", {
            name: label || name,
            share: format.number(weight),
            count: offers.length + bundles.length + (limited ? 1 : 0),
          }),
        ),
      ),
    plan: ({ metric, effect, traffic }) =>
      t("entered.plan", {
        metric: t(`metrics.${metric}`),
        effect: format.percent(effect),
        traffic: format.percent(traffic),
      }),
  };
  return {
    label: (field) => t(`fields.${field}`),
    value: (field, value) => (wordsFor[field] as (value: unknown) => string)(value),
  };
}
