"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { PlainDialog, PlainField } from "@/components/forms/plain-form";
import { useDesk } from "@/lib/api/desk";
import { ApiError } from "@/lib/contract/errors";
import { isIdentifier } from "@/lib/contract/paths";
import { endpointPath } from "./words";

/** Another API has no request for a single endpoint, so reading its log proves that the endpoint exists. */
export default function AdoptDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("webhooks.adopt");
  const { base, checkout, desk } = useDesk();
  const router = useRouter();
  const queryClient = useQueryClient();
  const put = useMutation({ ...desk.remembered.put.mutation(), meta: { invalidates: checkout.webhooks.list.prefix } });
  const refuse = (message: string) => new ApiError(404, "not_found", message, [{ field: "id", message }]);

  async function adopt(entered: { id: string; name: string }) {
    const [id, name] = [entered.id.trim(), entered.name.trim()];
    if (!isIdentifier(id)) throw refuse(t("noId"));
    const log = checkout.webhooks.logs.options({ params: { id } });
    await queryClient.fetchQuery({ ...log, staleTime: 0, retry: false }).catch((cause: ApiError) => {
      throw cause.status === 404 ? refuse(t("missing")) : cause;
    });
    await put.mutateAsync({ params: { kind: "webhook_endpoint" }, body: { id, ...(name && { name }) } });
    router.push(endpointPath(base, id));
  }

  return (
    <PlainDialog
      names={["id", "name"]}
      onSend={adopt}
      onClose={onClose}
      title={t("title")}
      description={t("about")}
      submit={t("submit")}
    >
      <PlainField name="id" label={t("id")} required spellCheck={false} autoCapitalize="off" data-autofocus />
      <PlainField name="name" label={t("name")} optional description={t("nameHint")} maxLength={200} />
    </PlainDialog>
  );
}
