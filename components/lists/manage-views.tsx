"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Pencil, Star, Trash2, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { useFailureWords, Waiting } from "@/components/query-error";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { SavedView } from "@/lib/contract/desk/views";

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
  const onError = (cause: unknown) => toast.error(words(cause, (reason) => reason));
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
      <IconButton
        size="sm"
        label={t("default", { name: view.name })}
        aria-pressed={view.default}
        icon={<Star aria-hidden className={view.default ? "text-accent" : "text-faint"} />}
        onClick={() => (view.default ? openWithout : openWith).mutate({ params })}
      />
      {view.mine && role !== "analyst" && (
        <IconButton
          size="sm"
          label={t("shareOne", { name: view.name })}
          aria-pressed={view.shared}
          icon={<Users aria-hidden className={view.shared ? "text-accent" : "text-faint"} />}
          onClick={() => update.mutate({ params, body: { shared: !view.shared } })}
        />
      )}
      {view.mine && (
        <>
          <IconButton
            size="sm"
            label={t("rename", { name: view.name })}
            icon={<Pencil aria-hidden />}
            onClick={() => setName(view.name)}
          />
          <IconButton
            size="sm"
            label={t("delete", { name: view.name })}
            icon={<Trash2 aria-hidden />}
            onClick={() => remove.mutate({ params })}
          />
        </>
      )}
    </li>
  );
}
