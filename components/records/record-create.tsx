"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { useListHref } from "@/components/lists/list-address";
import { Forbidden } from "@/components/query-error";
import { PageHeader } from "@/components/ui/page-header";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { RecordName } from "@/lib/contract/record-words";

type Props = {
  api: "checkout" | "affiliate";
  resource: RecordName | "webhooks";
  description?: string | undefined;
  children: ReactNode;
};

export function RecordCreate({ api, resource, description, children }: Props) {
  const t = useTranslations(resource);
  const { base, can } = useDesk();
  const listHref = useListHref(`${base}/${resource}`);
  return (
    <>
      <PageHeader
        title={t("form.createTitle")}
        crumbs={[{ href: listHref, label: t("title") }]}
        description={description}
      />
      {can(api, resource, "create") ? children : <Forbidden>{t("form.mayNotCreate")}</Forbidden>}
    </>
  );
}

export type CreatesRecord<R> = {
  create: {
    prefix: readonly string[];
    mutation(): { mutationFn: (input: { body: never }) => Promise<R> };
  };
};

type CreateOptions<T, R> = {
  toBody?: (draft: T) => object;
  nameOf?: (created: R, draft: T) => string;
};

/** The new record replaces the form in the history, unless the person has left the page. */
export function useCreateRecord<T extends FieldValues, R extends { id: string } = { id: string }>(
  { create }: CreatesRecord<R>,
  { toBody, nameOf = (_, { name }) => name }: CreateOptions<T, R> = {},
) {
  const t = useTranslations("form");
  const router = useRouter();
  const { base } = useDesk();
  const { mutateAsync } = useMutation(create.mutation());
  const resource = create.prefix.at(-1);
  return async (draft: T): Promise<T> => {
    const path = window.location.pathname;
    const created = await mutateAsync({ body: (toBody?.(draft) ?? draft) as never });
    toast.success(t("created", { name: nameOf(created, draft) }));
    // An API may create a record without returning its id; then the list shows it.
    const id = created.id && `/${encodeURIComponent(created.id)}`;
    if (window.location.pathname === path) router.replace(`${base}/${resource}${id}`);
    return draft;
  };
}
