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
import { ApiError } from "@/lib/contract/errors";
import { UpsellForm } from "../upsell-form";

const empty = {
  name: "",
  product_id: "",
  trigger_products: [],
  discount: { type: "percentage", value: Number.NaN },
  placement: "post_purchase",
  status: "draft",
};

export function UpsellCreate() {
  const t = useTranslations("upsells");
  const router = useRouter();
  const { base, checkout, can } = useDesk();
  const mayWrite = can("checkout", "upsells", "create");
  const listHref = useListHref(`${base}/upsells`);
  const create = useMutation(checkout.upsells.create.mutation());
  const header = <PageHeader title={t("form.createTitle")} crumbs={[{ href: listHref, label: t("title") }]} />;
  if (!mayWrite) {
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
      <UpsellForm
        initial={empty}
        draft={{ record: "new", base: null }}
        saveLabel={t("form.createAction")}
        readOnly={false}
        onSave={async (draft) => {
          const created = await create.mutateAsync({ body: draft });
          toast.success(t("form.created", { name: draft.name }));
          // The new offer replaces the empty form in the history, unless the person has left the page.
          if (window.location.pathname === `${base}/upsells/new`) router.replace(`${base}/upsells/${created.id}`);
          return draft;
        }}
      />
    </>
  );
}
