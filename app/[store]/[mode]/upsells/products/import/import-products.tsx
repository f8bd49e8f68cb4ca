"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { ImportScreen } from "@/components/transfer/import-screen";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";

const example = "id,name,price,currency\nprod_boots,Boots,89.00,EUR\nprod_care_kit,Care kit,19.50,EUR";
const ownExample = (currency: string) =>
  `id,name,price,compare_at_price,tax_included,currency,image_url,url,status,categories
prod_boots,Boots,89.00,99.00,true,${currency},https://shop.example.com/boots.webp,https://shop.example.com/boots,active,Shoes|Winter
prod_care_kit,Care kit,19.50,,true,${currency},,,,`;

export function ImportProducts() {
  const t = useTranslations("products");
  const router = useRouter();
  const { base, desk, can, has, store } = useDesk();
  const isListed = has("checkout", "products", "list");
  const { mutateAsync: dryRun } = useMutation(desk.remembered.dry_run.mutation());
  const { mutateAsync: load } = useMutation(desk.remembered.import_csv.mutation());
  const params = { kind: "product" };
  const listHref = `${base}/upsells/products`;
  return (
    <ImportScreen
      title={t("importTitle")}
      description={t(isListed ? "importOwn" : "importBody")}
      crumb={{ href: listHref, label: t("title") }}
      refusal={can("desk", "remembered", "import_csv") ? null : t("mayNot")}
      alwaysSkips
      example={isListed ? ownExample(store.currency) : example}
      check={(csv) => dryRun({ params, body: { csv } })}
      start={async (csv) => {
        const { written } = await load({ params, body: { csv } });
        toast.success(t("imported", { count: written }));
        router.push(listHref);
      }}
      startLabel={(count) => t("importStart", { count })}
      existing={t("known")}
    />
  );
}
