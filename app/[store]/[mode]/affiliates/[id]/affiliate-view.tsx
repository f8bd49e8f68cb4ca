"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { lazy, Suspense } from "react";
import { useAffiliateStatuses } from "@/components/affiliates/program-words";
import { ChangedElsewhere } from "@/components/forms/changed-elsewhere";
import { useListHref } from "@/components/lists/list-address";
import { useChangingIds } from "@/components/lists/use-delayed-changes";
import { RecordWaiting } from "@/components/query-error";
import { RecordHeader } from "@/components/records/record-header";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
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

const listed = ["orders", "commissions", "payouts", "links"];

function Loaded({ one }: { one: Affiliate }) {
  const t = useTranslations("affiliates");
  const { can } = useDesk();
  const [{ tab }, setFilters] = useQueryStates(recordFilters);
  // The parameters of one list mean nothing in another.
  const open = (next: typeof tab) => void setFilters({ tab: next, page: null, hide: null });
  const shown = tabs.filter((name) => !listed.includes(name) || can("affiliate", name, "list"));
  return (
    <>
      <Header one={one} />
      <ChangedElsewhere api="affiliate" resource="affiliates" record={one.id} text={t("form.changedElsewhere")} />
      <Tabs
        label={nameOf(one)}
        value={tab}
        onValueChange={open}
        items={shown.map((id) => ({
          id,
          label: t(`page.tabs.${id}`),
          content: (
            <Suspense fallback={<TextSkeleton lines={6} />}>
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

function Header({ one }: { one: Affiliate }) {
  const t = useTranslations("affiliates");
  const router = useRouter();
  const { base, can } = useDesk();
  const listHref = useListHref(`${base}/affiliates`);
  const statusOf = useAffiliateStatuses();
  const changing = useChangingIds("affiliates").has(one.id);
  const changes = useAffiliateChanges();
  const deletion = useDeleteDialog(() => router.push(listHref));
  const mayUpdate = can("affiliate", "affiliates", "update");
  const steps = mayUpdate && one.status === "pending" ? stepsFrom(one.status) : [];
  return (
    <>
      <RecordHeader
        title={nameOf(one)}
        crumbs={[{ href: listHref, label: t("title") }]}
        status={one.status ? statusOf(one.status) : null}
        note={changing && <Badge tone="info">{t("changing")}</Badge>}
        description={one.email}
        actions={
          steps.length > 0 &&
          steps.map((step) => (
            <Button
              key={step}
              variant={step === "approve" ? "primary" : "secondary"}
              icon={stepIcons[step]}
              onClick={() => changes.take(step, [one])}
            >
              {t(`actions.${step}`)}
            </Button>
          ))
        }
        menu={mayUpdate && <AffiliateSteps one={one} onDelete={() => deletion.ask(one)} />}
      />
      {deletion.dialog}
    </>
  );
}
