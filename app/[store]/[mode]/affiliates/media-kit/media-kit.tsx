"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Images } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAttempt } from "@/components/attempt";
import { Waiting } from "@/components/query-error";
import { FileInput, readBase64 } from "@/components/transfer/file-input";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { RowsTable } from "@/components/ui/rows-table";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { PartnerMedia } from "@/lib/contract/partner/links";
import { largestMedia, mediaTypes } from "@/lib/contract/partner/words";
import { ProgramHeader } from "../program/program-header";

export function MediaKit() {
  const t = useTranslations("affiliates.mediaKit");
  const { can, desk, format } = useDesk();
  const files = useQuery(desk.portal_media.list.options());
  const [deleting, setDeleting] = useState<PartnerMedia | null>(null);
  const mayAdd = can("desk", "portal_media", "add");
  const size = (bytes: number) => t("size", { size: format.number(Math.ceil(bytes / 1024)) });
  return (
    <>
      <ProgramHeader />
      {mayAdd && <AddFile />}
      <Panel title={t("title")} description={t("about")} flush>
        {!files.data ? (
          <Waiting of={files} lines={4} className="p-4" />
        ) : files.data.data.length === 0 ? (
          <EmptyState icon={<Images />} title={t("none")} level={3}>
            {t(mayAdd ? "noneBody" : "noneReadOnly")}
          </EmptyState>
        ) : (
          <RowsTable<PartnerMedia>
            cards
            caption={t("title")}
            rows={files.data.data}
            rowKey={({ id }) => id}
            columns={[
              { id: "name", label: t("name"), cell: ({ name }) => name },
              { id: "kind", label: t("kind"), cell: ({ type }) => type },
              { id: "size", label: t("sizeLabel"), align: "end", cell: (file) => size(file.size) },
              {
                id: "delete",
                label: t("actions"),
                align: "end",
                ...(mayAdd && {
                  cell: (file) => (
                    <Button size="sm" aria-label={t("deleteOf", { name: file.name })} onClick={() => setDeleting(file)}>
                      {t("delete")}
                    </Button>
                  ),
                }),
              },
            ]}
          />
        )}
      </Panel>
      {deleting && <DeleteFile file={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}

function AddFile() {
  const t = useTranslations("affiliates.mediaKit");
  const { desk } = useDesk();
  const attempt = useAttempt();
  const add = useMutation(desk.portal_media.add.mutation());
  const [problem, setProblem] = useState("");
  const send = async (file: File) => {
    const type = mediaTypes.find((each) => each === file.type);
    setProblem(file.size > largestMedia ? t("tooLarge") : type ? "" : t("wrongType"));
    if (!type || file.size > largestMedia) return;
    const body = { name: file.name.slice(0, 120), type, file_base64: await readBase64(file) };
    if (await attempt(() => add.mutateAsync({ body }))) toast.success(t("added", { name: file.name }));
    // The file is not kept in memory.
    add.reset();
  };
  return (
    <Panel title={t("add")}>
      <Field label={t("file")} description={t("fileHint")} error={problem}>
        <FileInput accept={mediaTypes.join()} onFile={send} />
      </Field>
    </Panel>
  );
}

function DeleteFile({ file: { id, name }, onClose }: { file: PartnerMedia; onClose: () => void }) {
  const t = useTranslations("affiliates.mediaKit");
  const { desk } = useDesk();
  const attempt = useAttempt();
  const remove = useMutation(desk.portal_media.delete.mutation());
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t("deleteTitle", { name })}
      description={t("deleteBody")}
      confirmLabel={t("delete")}
      pending={remove.isPending}
      onConfirm={async () => {
        if (await attempt(() => remove.mutateAsync({ params: { id } }))) toast.success(t("deleted", { name }));
        onClose();
      }}
    />
  );
}
