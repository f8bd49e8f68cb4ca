"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useListHref } from "@/components/lists/list-address";
import { QueryError } from "@/components/query-error";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { AffiliateDraft } from "@/lib/contract/affiliate/affiliate-draft";
import { ApiError } from "@/lib/contract/errors";
import { AffiliateForm } from "../affiliate-form";
import { emptyForm, toBody } from "../to-form";
import { nameOf } from "../use-affiliate-changes";

export function AffiliateCreate() {
  const t = useTranslations("affiliates");
  const router = useRouter();
  const { base, affiliate, can } = useDesk();
  const listHref = useListHref(`${base}/affiliates`);
  const create = useMutation(affiliate.affiliates.create.mutation());
  const header = <PageHeader title={t("form.createTitle")} crumbs={[{ href: listHref, label: t("title") }]} />;
  if (!can("affiliate", "affiliates", "create")) {
    return (
      <>
        {header}
        <Panel>
          <QueryError error={new ApiError(403, "role_forbidden", t("form.mayNotCreate"))} />
        </Panel>
      </>
    );
  }
  return (
    <>
      {header}
      <AffiliateForm
        initial={emptyForm}
        draft={{ record: "new", base: null }}
        saveLabel={t("form.createAction")}
        onSave={async (form) => {
          const { commission_type: type, ...body } = toBody(form, true);
          // An affiliate without a rate gets the program's default rate with its type.
          const terms = body.commission_rate === undefined ? {} : { commission_type: type };
          const created = await create.mutateAsync({ body: { ...body, ...terms } as AffiliateDraft });
          toast.success(t("form.created", { name: nameOf(created) }));
          // The new affiliate replaces the empty form in the history, unless the person has left the page.
          if (window.location.pathname === `${base}/affiliates/new`) {
            router.replace(`${base}/affiliates/${encodeURIComponent(created.id)}`);
          }
          return form;
        }}
      />
    </>
  );
}
