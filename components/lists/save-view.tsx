"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { FormFooter } from "@/components/forms/form-footer";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import { messageAt } from "@/lib/api/form-errors";

/** The page is left out, because its rows change from day to day. */
function currentQuery(): string {
  const search = new URLSearchParams(window.location.search);
  search.delete("page");
  return search.toString();
}

// This is a plain form, because the form library would make every list heavier.
export function SaveView({ screen, onClose }: { screen: string; onClose: () => void }) {
  const t = useTranslations("shell.views");
  const { desk, role } = useDesk();
  const [name, setName] = useState("");
  const [shared, setShared] = useState(false);
  const [missing, setMissing] = useState(false);
  const create = useMutation(desk.views.create.mutation());
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setMissing(name.trim() === "");
    if (name.trim() === "" || create.isPending) return;
    try {
      await create.mutateAsync({ body: { screen, name, query: currentQuery(), shared } });
      toast.success(t("saved", { name }));
      onClose();
    } catch {}
  };
  return (
    <Dialog
      open
      shape="sm"
      onOpenChange={(open) => !open && onClose()}
      title={t("saveTitle")}
      description={t("saveHint")}
      footer={
        <FormFooter form="save-view" pending={create.isPending} onClose={onClose}>
          {t("saveAction")}
        </FormFooter>
      }
    >
      <form id="save-view" onSubmit={submit} noValidate className="grid gap-4">
        <Field label={t("name")} error={missing ? t("nameMissing") : messageAt(create.error, "name")}>
          <Input value={name} maxLength={60} onChange={(event) => setName(event.target.value)} />
        </Field>
        {role !== "analyst" && (
          <Checkbox checked={shared} onChange={(event) => setShared(event.target.checked)} label={t("share")} />
        )}
      </form>
    </Dialog>
  );
}
