"use client";

import { useQuery } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { lazy, Suspense } from "react";
import { useAffiliateStatuses } from "@/components/affiliates/affiliate-statuses";
import { ChangedElsewhere } from "@/components/forms/changed-elsewhere";
import { RecordWaiting } from "@/components/forms/record-waiting";
import { useChangingIds } from "@/components/lists/held";
import { useListHref } from "@/components/lists/list-address";
import { Badge, Look } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import { PageHeader } from "@/components/ui/page-header";
import { TextSkeleton } from "@/components/ui/skeleton";
import { Tabs } from "@/components/ui/tabs";
import { useDesk } from "@/lib/api/desk";
import type { Affiliate } from "@/lib/contract/affiliate/affiliates";
import { AffiliateSteps, stepIcons, useDeleteDialog } from "../affiliate-actions";
import { recordFilters, tabs } from "../filters";
import { nameOf, stepsFrom, useAffiliateChanges } from "../use-affiliate-changes";
import { Overview } from "./overview";

const Profile = lazy(() => import("./profile"));
const Records = lazy(() => import("./records"));

export function AffiliateView({ id }: { id: string }) {
  const t = useTranslations("affiliates");
  const { base, affiliate } = useDesk();
  const listHref = useListHref(`${base}/affiliates`);
  const record = useQuery(affiliate.affiliates.get.options({ params: { id } }));
  if (record.data) return <Loaded one={record.data} />;
  return <RecordWaiting title={t("one")} crumbs={[{ href: listHref, label: t("title") }]} record={record} />;
}

function Loaded({ one }: { one: Affiliate }) {
  const t = useTranslations("affiliates");
  const { base, can } = useDesk();
  const listHref = useListHref(`${base}/affiliates`);
  const statusOf = useAffiliateStatuses();
  const changing = useChangingIds("affiliates").has(one.id);
  const [{ tab }, setFilters] = useQueryStates(recordFilters);
  // The parameters of one list mean nothing in another.
  const open = (next: typeof tab) => void setFilters({ tab: next, page: null, hide: null });
  const status = one.status ? statusOf(one.status) : null;
  const may = { orders: "orders", commissions: "commissions", payouts: "payouts", links: "links" } as const;
  const shown = tabs.filter((name) => !(name in may) || can("affiliate", name, "list"));
  const waiting = <TextSkeleton lines={6} />;
  return (
    <>
      <PageHeader
        title={nameOf(one)}
        crumbs={[{ href: listHref, label: t("title") }]}
        meta={
          <>
            {status && <Look {...status} />}
            {changing && <Badge tone="info">{t("changing")}</Badge>}
          </>
        }
        {...(one.email && { description: one.email })}
        actions={can("affiliate", "affiliates", "update") && <Actions one={one} />}
      />
      <ChangedElsewhere api="affiliate" resource="affiliates" record={one.id} text={t("form.changedElsewhere")} />
      <Tabs
        label={nameOf(one)}
        value={tab}
        onValueChange={open}
        items={shown.map((id) => ({
          id,
          label: t(`page.tabs.${id}`),
          content: (
            <Suspense fallback={waiting}>
              {id === "overview" ? (
                <Overview affiliate={one} onEdit={() => open("profile")} />
              ) : id === "profile" ? (
                <Profile one={one} />
              ) : (
                <Records key={id} kind={id} of={one.id} />
              )}
            </Suspense>
          ),
        }))}
      />
    </>
  );
}

function Actions({ one }: { one: Affiliate }) {
  const t = useTranslations("affiliates.actions");
  const router = useRouter();
  const { base } = useDesk();
  const listHref = useListHref(`${base}/affiliates`);
  const changes = useAffiliateChanges();
  const deletion = useDeleteDialog(() => router.push(listHref));
  const waits = one.status === "pending";
  return (
    <>
      {waits &&
        stepsFrom(one.status).map((step) => (
          <Button
            key={step}
            variant={step === "approve" ? "primary" : "secondary"}
            icon={stepIcons[step]}
            onClick={() => changes.take(step, [one])}
          >
            {t(step)}
          </Button>
        ))}
      <Menu
        label={t("more")}
        align="end"
        trigger={(props) => <IconButton {...props} label={t("more")} icon={<Ellipsis aria-hidden />} />}
      >
        <AffiliateSteps one={one} onDelete={() => deletion.ask(one)} />
      </Menu>
      {deletion.dialog}
    </>
  );
}
