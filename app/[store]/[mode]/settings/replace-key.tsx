"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { FormFooter } from "@/components/forms/form-footer";
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
import { KeyFindings } from "./key-findings";
import { RenewKey } from "./renew-key";

/** A pasted key is checked and the result shown before the key is stored. */
export function ReplaceKey({ connection, onClose }: { connection: ConnectionSummary; onClose: () => void }) {
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
  const store = work(async (body) => {
    const unproven = found?.verdict === "unreachable";
    await replace.mutateAsync({ params, body: { ...body, ...(unproven && { unproven }) } });
    toast.success(t("stored"));
    onClose();
  });
  const untried = found?.verdict === "unreachable";
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
