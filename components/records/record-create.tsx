"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useListHref } from "@/components/lists/list-address";
import { Forbidden } from "@/components/query-error";
import { PageHeader } from "@/components/ui/page-header";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";

type Resource = "affiliates" | "bundles" | "links" | "upsells" | "webhooks";
type Props = {
  api: "checkout" | "affiliate";
  resource: Resource;
  description?: string | undefined;
  children: ReactNode;
};

/** The screen on which a record is created, or the reason why the role may not do so. */
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

/** The new record replaces the form in the history, unless the person has left the page. */
export function useCreateRecord<T, R extends { id: string }>(
  resource: Resource,
  create: (draft: T) => Promise<R>,
  nameOf: (created: R, draft: T) => string,
) {
  const t = useTranslations("form");
  const router = useRouter();
  const { base } = useDesk();
  return async (draft: T): Promise<T> => {
    const path = window.location.pathname;
    const created = await create(draft);
    toast.success(t("created", { name: nameOf(created, draft) }));
    // An API may create a record without returning its id; then the list shows it.
    const id = created.id && `/${encodeURIComponent(created.id)}`;
    if (window.location.pathname === path) router.replace(`${base}/${resource}${id}`);
    return draft;
  };
}
