"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { type LucideIcon, Pencil, Star, Trash2, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { useFailureWords } from "@/components/failure";
import { FormDialog } from "@/components/forms/form-dialog";
import { Waiting } from "@/components/query-error";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { MenuItem, MenuSeparator } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import { messageAt } from "@/lib/api/form-errors";
import type { SavedView } from "@/lib/contract/desk/views";

export function ViewItems({ screen, onManage }: { screen: string; onManage: () => void }) {
  const t = useTranslations("shell.views");
  const { desk, base } = useDesk();
  const views = useQuery(desk.views.list.options({ query: { screen } }));
  if (views.error) return <MenuItem disabled>{t("failed")}</MenuItem>;
  if (views.isPending) return <MenuItem disabled>{t("loading")}</MenuItem>;
  if (views.data.data.length === 0) return null;
  return (
    <>
      <MenuSeparator />
      {views.data.data.map((view) => (
        <MenuItem
          key={view.id}
          // An address without parameters would open the default view.
          href={`${base}/${screen}?${view.query || "page=1"}`}
          aside={
            <>
              {view.shared && <span className="text-xs text-muted">{t("shared")}</span>}
              {view.default && <Star aria-label={t("isDefault")} className="text-accent" />}
            </>
          }
        >
          {view.name}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={onManage}>{t("manage")}</MenuItem>
    </>
  );
}

export function ManageViews({ screen, onClose }: { screen: string; onClose: () => void }) {
  const t = useTranslations("shell.views");
  const { desk } = useDesk();
  const views = useQuery(desk.views.list.options({ query: { screen } }));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t("manageTitle")}>
      {views.data ? (
        <ul className="[&>li+li]:border-t">
          {views.data.data.map((view) => (
            <ViewRow key={view.id} view={view} />
          ))}
          {views.data.data.length === 0 && <li className="py-2 text-muted">{t("none")}</li>}
        </ul>
      ) : (
        <Waiting of={views} lines={3} />
      )}
    </Dialog>
  );
}

function ViewRow({ view }: { view: SavedView }) {
  const t = useTranslations("shell.views");
  const { desk, role } = useDesk();
  const words = useFailureWords();
  const onError = (cause: unknown) => toast.error(words(cause));
  const update = useMutation({ ...desk.views.update.mutation(), onError });
  const remove = useMutation({ ...desk.views.delete.mutation(), onError });
  const openWith = useMutation({ ...desk.views.open_with.mutation(), onError });
  const openWithout = useMutation({ ...desk.views.open_without.mutation(), onError });
  const [name, setName] = useState<string | null>(null);
  const params = { id: view.id };
  const rename = async (event: FormEvent) => {
    event.preventDefault();
    if (name?.trim()) await update.mutateAsync({ params, body: { name } }).catch(() => {});
    setName(null);
  };
  const button = (
    label: "default" | "shareOne" | "rename" | "delete",
    Icon: LucideIcon,
    onClick: () => void,
    pressed?: boolean,
  ) => (
    <IconButton
      size="sm"
      label={t(label, { name: view.name })}
      aria-pressed={pressed}
      icon={<Icon aria-hidden className={cn(pressed && "text-accent", pressed === false && "text-faint")} />}
      onClick={onClick}
    />
  );
  if (name !== null) {
    return (
      <li className="py-1.5">
        <form onSubmit={rename} className="flex items-center gap-2">
          <Input
            aria-label={t("name")}
            value={name}
            maxLength={60}
            ref={(input) => input?.focus()}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" size="sm" variant="primary" pending={update.isPending}>
            {t("saveAction")}
          </Button>
        </form>
      </li>
    );
  }
  return (
    <li className="flex min-h-10 items-center gap-1 py-1.5">
      <span className="min-w-0 flex-1 truncate">
        {view.name} {view.shared && <span className="text-sm text-muted">{t("sharedBy", { name: view.owner })}</span>}
      </span>
      {button("default", Star, () => (view.default ? openWithout : openWith).mutate({ params }), view.default)}
      {view.mine &&
        role !== "analyst" &&
        button("shareOne", Users, () => update.mutate({ params, body: { shared: !view.shared } }), view.shared)}
      {view.mine && button("rename", Pencil, () => setName(view.name))}
      {view.mine && button("delete", Trash2, () => remove.mutate({ params }))}
    </li>
  );
}

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
    <FormDialog
      shape="sm"
      title={t("saveTitle")}
      description={t("saveHint")}
      submit={t("saveAction")}
      pending={create.isPending}
      onClose={onClose}
      form={{ onSubmit: submit }}
    >
      <Field label={t("name")} error={missing ? t("nameMissing") : messageAt(create.error, "name")}>
        <Input value={name} maxLength={60} onChange={(event) => setName(event.target.value)} />
      </Field>
      {role !== "analyst" && (
        <Checkbox checked={shared} onChange={(event) => setShared(event.target.checked)} label={t("share")} />
      )}
    </FormDialog>
  );
}
