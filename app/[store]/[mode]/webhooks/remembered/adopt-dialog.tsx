"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useDesk } from "@/lib/api/desk";
import { ApiError } from "@/lib/contract/errors";
import { isIdentifier } from "@/lib/contract/paths";

/** Another API has no request for a single endpoint, so reading its log proves that the endpoint exists. */
export default function AdoptDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("webhooks.adopt");
  const { base, checkout, desk } = useDesk();
  const router = useRouter();
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const put = useMutation(desk.remembered.put.mutation());
  const adopt = useMutation({
    mutationFn: async ({ id, name }: { id: string; name: string }) => {
      await queryClient.fetchQuery({
        ...checkout.webhooks.logs.options({ params: { id } }),
        staleTime: 0,
        retry: false,
      });
      await put.mutateAsync({ params: { kind: "webhook_endpoint" }, body: { id, ...(name && { name }) } });
      router.push(`${base}/webhooks/${encodeURIComponent(id)}`);
    },
    onError: (cause) =>
      setProblem(cause instanceof ApiError && cause.status === 404 ? t("missing") : (cause as Error).message),
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("title")}
      description={t("about")}
      footer={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button variant="primary" type="submit" form="adopt" pending={adopt.isPending}>
            {t("submit")}
          </Button>
        </>
      }
    >
      <form
        id="adopt"
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          const entered = new FormData(event.currentTarget);
          const [id, name] = ["id", "name"].map((field) => String(entered.get(field)).trim()) as [string, string];
          if (!isIdentifier(id)) return setProblem(t("noId"));
          setProblem(null);
          adopt.mutate({ id, name });
        }}
      >
        <Field label={t("id")} required error={problem}>
          <Input name="id" spellCheck={false} autoCapitalize="off" data-autofocus />
        </Field>
        <Field label={t("name")} optional description={t("nameHint")}>
          <Input name="name" maxLength={200} />
        </Field>
      </form>
    </Dialog>
  );
}
