"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { CircleCheck, CircleDashed } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { showErrors } from "@/lib/api/form-errors";
import { post, postForLines } from "@/lib/api/send";
import { type DemoPart, demoParts, type SetUpDraft, type SetUpLine, setUpDraft } from "@/lib/contract/desk/set-up";
import { joined } from "@/lib/format";

const fields = [
  "owner.name",
  "owner.email",
  "owner.password",
  "store.name",
  "store.currency",
  "store.time_zone",
] as const;

export function SetUpForm({
  token,
  currencies,
  timeZones,
  mayFill,
}: {
  token: string;
  /** Named by the server, because browsers may use other names. */
  currencies: { value: string; label: string }[];
  timeZones: string[];
  /** The sandbox is the embedded service, so it can be filled with a demo shop. */
  mayFill: boolean;
}) {
  const t = useTranslations("account.setUp");
  const locale = useLocale();
  const [problem, setProblem] = useState("");
  const [part, setPart] = useState<DemoPart | null>(null);
  const form = useForm<SetUpDraft>({
    resolver: zodResolver(setUpDraft),
    defaultValues: {
      token,
      owner: { name: "", email: "", password: "" },
      store: { name: "", currency: "USD", time_zone: "UTC" },
      demo: mayFill,
    },
  });
  const { register, formState, setValue } = form;
  const { errors, isSubmitting, isSubmitSuccessful } = formState;
  const working = isSubmitting || (isSubmitSuccessful && problem === "");

  useEffect(() => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (timeZones.includes(zone)) setValue("store.time_zone", zone);
  }, [timeZones, setValue]);

  const submit = form.handleSubmit(async (draft) => {
    setProblem("");
    try {
      const done = await postForLines<SetUpLine>("/api/setup", draft, (line) => "part" in line && setPart(line.part));
      if (!("store" in done)) throw new Error(t("broken"));
      const { email, password } = draft.owner;
      await post("/api/auth/sign-in/email", { email, password });
      window.location.assign(`/${done.store}/sandbox`);
      await new Promise(() => {});
    } catch (cause) {
      setProblem(joined(locale, showErrors(cause, form, fields)));
    }
  });

  return (
    <form className="grid gap-6" onSubmit={submit} method="post" noValidate>
      {problem && (
        <Banner tone="danger" title={t("problems")}>
          {problem}
        </Banner>
      )}
      <fieldset className="grid gap-4">
        <legend className="mb-3 font-semibold">{t("owner")}</legend>
        <Field label={t("name")} error={errors.owner?.name?.message}>
          <Input {...register("owner.name")} autoComplete="name" autoFocus />
        </Field>
        <Field label={t("email")} error={errors.owner?.email?.message}>
          <Input {...register("owner.email")} type="email" autoComplete="username" />
        </Field>
        <Field label={t("password")} description={t("passwordHint")} error={errors.owner?.password?.message}>
          <Input {...register("owner.password")} type="password" autoComplete="new-password" />
        </Field>
      </fieldset>
      <fieldset className="grid gap-4">
        <legend className="mb-3 font-semibold">{t("store")}</legend>
        <Field label={t("storeName")} error={errors.store?.name?.message}>
          <Input {...register("store.name")} autoComplete="organization" />
        </Field>
        <Field label={t("currency")} error={errors.store?.currency?.message}>
          <Select {...register("store.currency")} options={currencies} />
        </Field>
        <Field label={t("timeZone")} description={t("timeZoneHint")} error={errors.store?.time_zone?.message}>
          <Select {...register("store.time_zone")} options={timeZones.map((zone) => ({ value: zone, label: zone }))} />
        </Field>
      </fieldset>
      {mayFill && <Checkbox {...register("demo")} label={t("demo")} description={t("demoHint")} />}
      <Button type="submit" variant="primary" pending={working}>
        {t("submit")}
      </Button>
      {working && part && <DemoProgress part={part} />}
    </form>
  );
}

function DemoProgress({ part }: { part: DemoPart }) {
  const t = useTranslations("account.setUp");
  const at = demoParts.indexOf(part);
  return (
    <div role="status" className="grid gap-2 text-sm">
      <p>{t("filling")}</p>
      <ul className="grid gap-1 text-muted">
        {demoParts.map((name, n) => (
          <li key={name} className={cn("flex items-center gap-2", n === at && "text-ink")}>
            {n < at ? (
              <CircleCheck aria-label={t("made")} className="size-4 text-success" />
            ) : (
              <CircleDashed aria-hidden className={cn("size-4", n === at && "animate-spin text-accent")} />
            )}
            {t(`parts.${name}`)}
          </li>
        ))}
      </ul>
    </div>
  );
}
