"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { FormFooter } from "@/components/forms/form-dialog";
import { Status } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import { showErrors } from "@/lib/api/form-errors";
import { connectionKey } from "@/lib/contract/desk/connection-key";
import type { ConnectionSummary, Findings } from "@/lib/contract/desk/connections";
import { RenewKey } from "./renew-key";

/** A pasted key is checked and the result shown before the key is stored. */
export default function ReplaceKey({ connection, onClose }: { connection: ConnectionSummary; onClose: () => void }) {
  const t = useTranslations("settings");
  const modes = useTranslations("shell");
  const { desk, mode, format } = useDesk();
  const [problem, setProblem] = useState("");
  const [found, setFound] = useState<Findings | null>(null);
  const form = useForm({ resolver: zodResolver(connectionKey), defaultValues: { key: "" } });
  const { api, embedded, key } = connection;
  const params = { api };
  const probe = useMutation({ ...desk.connections.probe.mutation(), meta: {} });
  const replace = useMutation({
    ...desk.connections.replace.mutation(),
    meta: { invalidates: desk.keys.list.prefix.slice(0, -1) },
  });
  const pending = probe.isPending || replace.isPending;
  const work = (act: (body: { key: string }) => Promise<void>) =>
    form.handleSubmit(async (body) => {
      setProblem("");
      try {
        await act(body);
      } catch (cause) {
        setFound(null);
        setProblem(format.join(showErrors(cause, form, ["key"])));
      }
    });
  const tryIt = work(async (body) => {
    const findings = await probe.mutateAsync({ params, body });
    if (findings.verdict !== "rejected") return setFound(findings);
    setFound(null);
    form.setError("key", { type: "server", message: t(key ? "refusedKey" : "refusedFirst") }, { shouldFocus: true });
  });
  const untried = found?.verdict === "unreachable";
  const store = work(async (body) => {
    await replace.mutateAsync({ params, body: { ...body, ...(untried && { unproven: true }) } });
    toast.success(t("stored"));
    onClose();
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !pending && onClose()}
      title={t(key ? "replaceTitle" : "enterTitle", { mode: format.within(modes(mode)) })}
      description={t(key ? "replaceHint" : "enterHint")}
      footer={
        found === null ? (
          <FormFooter form="replace-key" pending={pending} onClose={onClose}>
            {t("try")}
          </FormFooter>
        ) : (
          <>
            {untried && (
              <Button pending={probe.isPending} onClick={() => tryIt()}>
                {t("tryAgain")}
              </Button>
            )}
            <Button
              type="submit"
              form="replace-key"
              variant={untried ? "danger" : "primary"}
              pending={replace.isPending}
            >
              {t(untried ? "storeAnyway" : "save")}
            </Button>
          </>
        )
      }
    >
      <form id="replace-key" onSubmit={found === null ? tryIt : store} noValidate className="grid gap-4">
        {problem && <Banner tone="danger">{problem}</Banner>}
        {embedded && (
          <Banner live={false} action={<RenewKey api={api} onDone={onClose} />}>
            {t(key ? "replaceEmbedded" : "enterEmbedded")}
          </Banner>
        )}
        <Field
          name="key"
          label={t("newKey")}
          description={t("keyHint", { prefix: mode === "live" ? "live_" : "test_" })}
          error={form.formState.errors.key?.message}
        >
          {/* A changed key has not been checked, so the findings are cleared. */}
          <Input
            {...form.register("key", { onChange: () => setFound(null) })}
            type="password"
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
        </Field>
        {found && <KeyFindings found={found} replaces={key !== null} />}
      </form>
    </Dialog>
  );
}

const verdictOf = (works: boolean | null) => (works === null ? "untold" : works ? "works" : "refused");

function KeyFindings({ found, replaces }: { found: Findings; replaces: boolean }) {
  const { verdict, message, reads } = found;
  const t = useTranslations("settings");
  if (verdict === "unreachable") {
    return (
      <Banner tone="danger" title={t("unreachable")}>
        {t(replaces ? "unreachableBody" : "unreachableFirst", { reason: message ?? "" })}
      </Banner>
    );
  }
  const all = reads.every(({ works }) => works);
  return (
    <div className="grid gap-2">
      <Banner tone={all ? "success" : "warning"}>{t(all ? "accepted" : "acceptedLess")}</Banner>
      <h3 className="pt-1 font-medium">{t("found")}</h3>
      <ul className="grid grid-cols-2 gap-x-6 text-sm">
        {reads.map(({ resource, works }) => (
          <li key={resource} className="flex items-baseline justify-between gap-3 border-b border-line py-1.5">
            {t.has(`reads.${resource as "upsells"}`) ? t(`reads.${resource as "upsells"}`) : resource}
            <Status tone={works === null ? "neutral" : works ? "success" : "danger"} hollow={works === null}>
              {t(`verdicts.${verdictOf(works)}`)}
            </Status>
          </li>
        ))}
      </ul>
    </div>
  );
}
