"use client";

import { useQuery } from "@tanstack/react-query";
import { ExternalLink, Inbox, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryState } from "nuqs";
import type { ReactNode } from "react";
import { useListHref } from "@/components/lists/list-address";
import { Waiting } from "@/components/query-error";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { cn } from "@/components/ui/cn";
import { DescriptionList } from "@/components/ui/description-list";
import { EmptyState } from "@/components/ui/empty-state";
import { IntentLink } from "@/components/ui/intent-link";
import { KeyHint } from "@/components/ui/kbd";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import type { Affiliate } from "@/lib/contract/affiliate/affiliates";
import { otherFields } from "@/lib/contract/read";
import { stepIcons } from "../affiliate-actions";
import { applicantsQuery, applicationFilters, applicationsQuery } from "../filters";
import { nameOf } from "../use-affiliate-changes";
import { useAffiliateFacts } from "../use-affiliate-facts";
import { PublicApplication } from "./public-application";
import { useReview } from "./use-review";

export function Applications() {
  const t = useTranslations("affiliates.applications");
  const { base, affiliate, can } = useDesk();
  const listHref = useListHref(`${base}/affiliates`);
  const [status] = useQueryState("status", applicationFilters.status);
  const list = useQuery(affiliate.affiliates.list.options({ query: applicationsQuery(status) }));
  const rows = list.data?.data;
  const total = list.data?.pagination.total ?? rows?.length ?? 0;
  const shown = rows !== undefined && total > rows.length;
  const mayDecide = can("affiliate", "affiliates", "update");
  return (
    <>
      <PageHeader
        list
        title={t("title")}
        description={
          <>
            {t("description")} {mayDecide && <span className="max-sm:hidden pointer-coarse:hidden">{t("keys")}</span>}
          </>
        }
        crumbs={[{ href: listHref, label: t("back") }]}
        meta={rows && <Badge>{t(shown ? "shown" : "left", { shown: rows.length, count: total })}</Badge>}
      />
      {rows === undefined ? (
        <Panel>
          <Waiting of={list} lines={8} />
        </Panel>
      ) : rows.length === 0 ? (
        <Panel>
          <EmptyState
            icon={<Inbox />}
            title={t("empty")}
            action={
              <IntentLink href={listHref} className={buttonClass({ variant: "secondary" })}>
                {t("back")}
              </IntentLink>
            }
          >
            {status === "pending" ? t("emptyBody") : t("emptyOther", { status })}
          </EmptyState>
        </Panel>
      ) : (
        <Queue rows={rows} mayDecide={mayDecide} />
      )}
    </>
  );
}

function Queue({ rows, mayDecide }: { rows: readonly Affiliate[]; mayDecide: boolean }) {
  const review = useReview(rows, mayDecide);
  const { desk, can } = useDesk();
  const applied = useQuery({
    ...desk.partner_applications.list.options({ query: applicantsQuery(rows) }),
    enabled: can("desk", "partner_applications", "list"),
  });
  const ofPublicPage = applied.data?.data.filter(({ affiliate_id: id }) => id === review.open?.id) ?? [];
  if (!review.open) return null;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <ApplicantList rows={rows} review={review} />
      <ApplicantPanel applicant={review.open} review={review} mayDecide={mayDecide}>
        {ofPublicPage.map((one) => (
          <div key={one.id} className="mb-4 border-b border-line pb-4">
            <PublicApplication one={one} />
          </div>
        ))}
      </ApplicantPanel>
    </div>
  );
}

type Review = ReturnType<typeof useReview>;

function ApplicantList({ rows, review }: { rows: readonly Affiliate[]; review: Review }) {
  const t = useTranslations("affiliates.applications");
  const { list, open, setCurrent, decisions } = review;
  return (
    <Panel flush className="max-lg:max-h-72 max-lg:overflow-y-auto lg:max-h-[70dvh] lg:overflow-y-auto">
      <ul ref={list} aria-label={t("list")}>
        {rows.map((row) => {
          const decision = decisions.get(row.id);
          const isOpen = row.id === open?.id;
          return (
            <li key={row.id} className="border-b border-line last:border-b-0">
              <button
                type="button"
                aria-current={isOpen || undefined}
                className={cn(
                  "grid min-h-11 w-full gap-0.5 border-s-2 border-transparent px-3 py-2 text-start -outline-offset-2 hover:bg-hover",
                  isOpen && "border-accent! bg-accent-soft/50",
                )}
                onClick={() => setCurrent(row.id)}
              >
                <span className="flex items-baseline justify-between gap-2">
                  <span className={cn("truncate font-medium", decision && "text-muted")}>{nameOf(row)}</span>
                  {decision && (
                    <span className="shrink-0 text-xs text-muted">
                      {t(decision === "approve" ? "approving" : "rejecting")}
                    </span>
                  )}
                </span>
                {row.email && <span className="truncate text-sm text-muted">{row.email}</span>}
              </button>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

const buttons = [
  { how: "approve", key: "a", variant: "primary" },
  { how: "reject", key: "r", variant: "secondary" },
] as const;

type PanelProps = { applicant: Affiliate; review: Review; mayDecide: boolean; children: ReactNode };

function ApplicantPanel({ applicant, review: { decisions, decide, undo }, mayDecide, children }: PanelProps) {
  const t = useTranslations("affiliates.applications");
  const { base } = useDesk();
  return (
    <Panel
      title={nameOf(applicant)}
      actions={
        <IntentLink
          href={`${base}/affiliates/${encodeURIComponent(applicant.id)}`}
          className={buttonClass({ variant: "ghost", size: "sm" })}
        >
          <ExternalLink aria-hidden /> {t("open")}
        </IntentLink>
      }
      footer={
        mayDecide && (
          <div className="flex flex-wrap items-center gap-2">
            {buttons.map(({ how, key, variant }) => (
              <Button
                key={how}
                variant={variant}
                icon={stepIcons[how]}
                disabled={decisions.has(applicant.id)}
                aria-keyshortcuts={key.toUpperCase()}
                onClick={() => decide(how)}
              >
                {t(how)} <KeyHint keys={key} />
              </Button>
            ))}
            {decisions.canUndo && (
              <Button variant="ghost" icon={<Undo2 aria-hidden />} aria-keyshortcuts="U" onClick={undo}>
                {t("undo")} <KeyHint keys="u" />
              </Button>
            )}
          </div>
        )
      }
    >
      {children}
      <Applicant applicant={applicant} />
    </Panel>
  );
}

const factNames = [
  "email",
  "company_name",
  "website",
  "country",
  "group",
  "referral_code",
  "payout_method",
  "payout_email",
] as const;

function Applicant({ applicant }: { applicant: Affiliate }) {
  const t = useTranslations("affiliates.applications");
  const { format } = useDesk();
  const { facts, rate } = useAffiliateFacts(applicant);
  const { notes, metadata = {}, created_at } = applicant;
  const others = [...Object.entries(metadata), ...otherFields(applicant)];
  return (
    <div className="grid gap-3">
      {created_at && <p className="text-sm text-muted">{t("applied", { date: format.dateTime(created_at) })}</p>}
      {notes && <p className="wrap-anywhere whitespace-pre-wrap">{notes}</p>}
      <DescriptionList
        items={[
          ...facts(factNames),
          ...(rate.detail === undefined ? [] : [rate]),
          ...others.map(([term, value]) => ({
            term,
            detail: typeof value === "string" ? value : JSON.stringify(value),
          })),
        ]}
      />
    </div>
  );
}
