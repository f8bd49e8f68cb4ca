"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { FormDialog } from "@/components/forms/form-dialog";
import { Waiting } from "@/components/query-error";
import { Banner } from "@/components/ui/banner";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import { showErrors } from "@/lib/api/form-errors";
import { storeDraft } from "@/lib/contract/desk/set-up";

const fields = ["name", "currency", "time_zone"] as const;
const optionsOf = (values: readonly string[], current: string, labelOf = (value: string) => value) =>
  [...new Set([current, ...values])].map((value) => ({ value, label: labelOf(value) }));

export default function EditStore({ onClose }: { onClose: () => void }) {
  const t = useTranslations("settings");
  const { desk, format, store } = useDesk();
  const router = useRouter();
  const [problem, setProblem] = useState("");
  const read = useQuery(desk.store.get.options());
  const update = useMutation(desk.store.update.mutation());
  const { name, currency, timeZone } = store;
  const form = useForm({
    resolver: zodResolver(storeDraft.partial()),
    defaultValues: { name, currency, time_zone: timeZone },
  });
  const { register, formState } = form;
  const { errors } = formState;
  const save = form.handleSubmit(async (body) => {
    setProblem("");
    try {
      await update.mutateAsync({ body });
      toast.success(t("store.saved"));
      // The server passes the store to all screens, so the page is rendered again.
      router.refresh();
      onClose();
    } catch (cause) {
      setProblem(format.join(showErrors(cause, form, fields)));
    }
  });
  return (
    <FormDialog
      shape="sm"
      title={t("store.editTitle")}
      submit={t("store.save")}
      pending={update.isPending}
      onClose={onClose}
      form={{ onSubmit: save, className: "grid gap-4" }}
    >
      {problem && <Banner tone="danger">{problem}</Banner>}
      <Field label={t("name")} error={errors.name?.message}>
        <Input {...register("name")} data-autofocus />
      </Field>
      {read.data ? (
        <Field
          label={t("currency")}
          description={read.data.currency_fixed && t("store.currencyFixed")}
          error={errors.currency?.message}
        >
          <Select
            {...register("currency")}
            disabled={read.data.currency_fixed}
            options={optionsOf(Intl.supportedValuesOf("currency"), currency, format.currencyName)}
          />
        </Field>
      ) : (
        <Waiting of={read} lines={2} />
      )}
      <Field label={t("timeZone")} description={t("store.timeZoneHint")} error={errors.time_zone?.message}>
        <Select
          {...register("time_zone")}
          options={optionsOf(["UTC", ...Intl.supportedValuesOf("timeZone")], timeZone)}
        />
      </Field>
    </FormDialog>
  );
}
