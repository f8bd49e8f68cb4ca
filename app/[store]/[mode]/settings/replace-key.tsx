"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import { showErrors } from "@/lib/api/form-errors";
import { connectionKey } from "@/lib/contract/desk/connection-key";
import type { ConnectionSummary } from "@/lib/contract/desk/connections";

export function ReplaceKey({ connection, onClose }: { connection: ConnectionSummary; onClose: () => void }) {
  const t = useTranslations("settings");
  const modes = useTranslations("shell");
  const { desk, mode } = useDesk();
  const [problems, setProblems] = useState<string[]>([]);
  const form = useForm({ resolver: zodResolver(connectionKey), defaultValues: { key: "" } });
  const replace = useMutation(desk.connections.replace.mutation());
  const submit = form.handleSubmit(async (body) => {
    setProblems([]);
    try {
      await replace.mutateAsync({ params: { api: connection.api }, body });
      toast.success(t("stored"));
      onClose();
    } catch (cause) {
      setProblems(showErrors(cause, form, ["key"]));
    }
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("replaceTitle", { mode: modes(mode).toLowerCase() })}
      description={t("replaceHint")}
      footer={
        <Button type="submit" form="replace-key" variant="primary" pending={replace.isPending}>
          {t("save")}
        </Button>
      }
    >
      <form id="replace-key" onSubmit={submit} noValidate className="grid gap-4">
        {problems.length > 0 && <Banner tone="danger">{problems.join(" ")}</Banner>}
        <Field
          name="key"
          label={t("newKey")}
          description={t("keyHint", { prefix: mode === "live" ? "live_" : "test_" })}
          error={form.formState.errors.key?.message}
        >
          <Input {...form.register("key")} type="password" autoComplete="off" spellCheck={false} data-autofocus />
        </Field>
      </form>
    </Dialog>
  );
}
