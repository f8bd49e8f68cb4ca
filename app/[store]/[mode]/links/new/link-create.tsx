"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useListHref } from "@/components/lists/list-address";
import { QueryError } from "@/components/query-error";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import { ApiError } from "@/lib/contract/errors";
import { LeadsTo } from "../leads-to";
import { LinkForm } from "../link-form";
import { emptyForm, type LinkForm as Form, toBody } from "../to-draft";
import { nameOf } from "../words";

type Props = { front: string | null; affiliate: string | null };

export function LinkCreate({ front, affiliate }: Props) {
  const t = useTranslations("links");
  const { base, can } = useDesk();
  const listHref = useListHref(`${base}/links`);
  const create = useCreateLink();
  const [initial] = useState(() => ({ ...emptyForm, affiliate_id: affiliate ?? "" }));
  return (
    <>
      <PageHeader title={t("form.createTitle")} crumbs={[{ href: listHref, label: t("title") }]} />
      {can("affiliate", "links", "create") ? (
        <LinkForm
          initial={initial}
          draft={{ record: "new", base: null }}
          saveLabel={t("form.createAction")}
          onSave={create}
          beside={(values) => <LeadsTo values={values} front={front} />}
        />
      ) : (
        <Panel>
          <QueryError error={new ApiError(403, "role_forbidden", t("form.mayNotCreate"))} />
        </Panel>
      )}
    </>
  );
}

function useCreateLink() {
  const t = useTranslations("links.form");
  const router = useRouter();
  const { base, affiliate } = useDesk();
  const { mutateAsync } = useMutation(affiliate.links.create.mutation());
  return async (form: Form): Promise<Form> => {
    const path = window.location.pathname;
    const created = await mutateAsync({ body: toBody(form) });
    toast.success(t("created", { name: nameOf({ ...created, name: form.name.trim() || created.name }) }));
    // The form leaves the history, unless the person has left the page. An API may create a link without returning
    // its id; then the list shows it.
    const id = created.id && `/${encodeURIComponent(created.id)}`;
    if (window.location.pathname === path) router.replace(`${base}/links${id}`);
    return form;
  };
}
