"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useListHref } from "@/components/lists/list-address";
import { Forbidden, Waiting } from "@/components/query-error";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { Experiment } from "@/lib/contract/checkout/experiments";
import { single } from "../[id]/reads";
import { ExperimentForm } from "./experiment-form";
import { copyOf, emptyForm, type ExperimentForm as Form, toBody } from "./form-model";
import { useMayPlan } from "./may-plan";
import { Stepper } from "./stepper";

export function ExperimentCreate({ source }: { source: string | null }) {
  const t = useTranslations("experimentEditor");
  const desk = useDesk();
  const listHref = useListHref(`${desk.base}/experiments`);
  const mayPlan = useMayPlan();
  const record = useQuery({ ...single(desk, source ?? ""), enabled: source !== null && mayPlan });
  return (
    <>
      <PageHeader
        title={t("createTitle")}
        crumbs={[{ href: listHref, label: t("list") }]}
        description={record.data && t("copied", { name: record.data.name ?? record.data.id })}
      >
        {mayPlan && <Stepper />}
      </PageHeader>
      {!mayPlan ? (
        <Forbidden>{t(desk.extensions.checkout ? "mayNotCreate" : "elsewhere")}</Forbidden>
      ) : source === null || record.data ? (
        <Create source={record.data} />
      ) : (
        <Panel>
          <Waiting of={record} lines={8} />
        </Panel>
      )}
    </>
  );
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

export function useSaid() {
  const t = useTranslations("experimentEditor");
  return ({ name, plan }: Form, starts: boolean) =>
    toast.success(t(starts ? "started" : plan.starts_at ? "scheduled" : "savedDraft", { name }));
}
