"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { PageHeader } from "@/components/ui/page-header";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
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
  const create = useMutation(checkout.upsells.create.mutation());
  return (
    <>
      <PageHeader title={t("form.createTitle")} crumbs={[{ href: `${base}/upsells`, label: t("title") }]} />
      <UpsellForm
        initial={empty}
        saveLabel={t("form.createAction")}
        readOnly={!mayWrite}
        onSave={async (draft) => {
          const created = await create.mutateAsync({ body: draft });
          toast.success(t("form.created", { name: draft.name }));
          router.push(`${base}/upsells/${created.id}`);
          return draft;
        }}
      />
    </>
  );
}
