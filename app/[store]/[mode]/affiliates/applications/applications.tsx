"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, ExternalLink, Inbox, Undo2, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryState } from "nuqs";
import { useRef, useState } from "react";
import { useListHref } from "@/components/lists/list-address";
import { QueryError } from "@/components/query-error";
import { announce } from "@/components/ui/announce";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { IntentLink } from "@/components/ui/intent-link";
import { KeyHint } from "@/components/ui/kbd";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { TextSkeleton } from "@/components/ui/skeleton";
import { useShortcut } from "@/components/ui/use-shortcut";
import { useDesk } from "@/lib/api/desk";
import type { Affiliate } from "@/lib/contract/affiliate/affiliates";
import { nameOf } from "../name-of";
import { useAffiliateChanges } from "../use-affiliate-changes";
import { Applicant } from "./applicant";
import { applicationFilters, toQuery } from "./filters";
import { useDecisions } from "./use-decisions";

/** Applications are reviewed by keyboard. Decisions are held for some seconds and can be undone. */
export function Applications() {
  const t = useTranslations("affiliates.applications");
  const { base, affiliate, can } = useDesk();
  const listHref = useListHref(`${base}/affiliates`);
  const [status] = useQueryState("status", applicationFilters.status);
  const list = useQuery(affiliate.affiliates.list.options({ query: toQuery(status) }));
  const rows = list.data?.data;
  const total = list.data?.pagination.total ?? rows?.length ?? 0;
  const shown = rows !== undefined && total > rows.length;
  const mayDecide = can("affiliate", "affiliates", "update");
  return (
    <>
      <PageHeader
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
          {list.error ? (
            <QueryError error={list.error} onRetry={() => list.refetch()} retrying={list.isFetching} />
          ) : (
            <TextSkeleton lines={8} />
          )}
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
  const t = useTranslations("affiliates.applications");
  const { base } = useDesk();
  const changes = useAffiliateChanges();
  const decisions = useDecisions();
  const [at, setAt] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const open = rows.filter(({ id }) => !decisions.has(id));
  const chosen = rows.find(({ id }) => id === at) ?? open[0] ?? rows[0];
  if (!chosen) return null;
  const isDecided = decisions.has(chosen.id);

  function move(to: Affiliate | undefined) {
    if (!to) return;
    setAt(to.id);
    const row = list.current?.children[rows.indexOf(to)];
    row?.scrollIntoView({ block: "nearest" });
    // The focus moves along, so that screen readers read the row that the keys lead to.
    if (list.current?.contains(document.activeElement)) row?.querySelector("button")?.focus();
    else announce(nameOf(to), "polite", "place");
  }

  const step = (by: 1 | -1) => move(rows[rows.indexOf(chosen as Affiliate) + by]);

  async function decide(how: "approve" | "reject") {
    const one = chosen as Affiliate;
    if (!mayDecide || decisions.has(one.id)) return;
    // The next waiting applicant is selected at once, so that one key press decides each.
    const after = rows.slice(rows.indexOf(one) + 1).find(({ id }) => !decisions.has(id));
    const taken = decisions.note(one.id, how, changes.take(how, [one]));
    move(after ?? open.find(({ id }) => id !== one.id));
    if (await taken) announce(t(how === "approve" ? "approved" : "rejected", { name: nameOf(one) }));
  }

  async function undo() {
    const id = await decisions.undoLast();
    const one = rows.find((row) => row.id === id);
    announce(one ? t("undone", { name: nameOf(one) }) : t("tooLate"));
    if (one) move(one);
  }

  return (
    <div className="grid items-start gap-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <Keys
        enabled
        onNext={() => step(1)}
        onPrevious={() => step(-1)}
        onApprove={() => decide("approve")}
        onReject={() => decide("reject")}
        onUndo={undo}
      />
      <Panel flush className="max-lg:max-h-72 max-lg:overflow-y-auto lg:max-h-[70dvh] lg:overflow-y-auto">
        <ul ref={list} aria-label={t("list")}>
          {rows.map((row) => {
            const decision = decisions.get(row.id);
            return (
              <li key={row.id} className="border-b border-line last:border-b-0">
                <button
                  type="button"
                  aria-current={row.id === chosen.id || undefined}
                  className={cn(
                    "grid min-h-11 w-full gap-0.5 border-s-2 border-transparent px-3 py-2 text-start -outline-offset-2 hover:bg-hover",
                    row.id === chosen.id && "border-accent! bg-accent-soft/50",
                  )}
                  onClick={() => setAt(row.id)}
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
      <Panel
        title={nameOf(chosen)}
        actions={
          <IntentLink
            href={`${base}/affiliates/${encodeURIComponent(chosen.id)}`}
            className={buttonClass({ variant: "ghost", size: "sm" })}
          >
            <ExternalLink aria-hidden /> {t("open")}
          </IntentLink>
        }
        footer={
          mayDecide && (
            <div className="flex flex-wrap items-center gap-2">
              <Button
                variant="primary"
                icon={<Check aria-hidden />}
                disabled={isDecided}
                aria-keyshortcuts="A"
                onClick={() => decide("approve")}
              >
                {t("approve")} <KeyHint keys="a" />
              </Button>
              <Button
                icon={<X aria-hidden />}
                disabled={isDecided}
                aria-keyshortcuts="R"
                onClick={() => decide("reject")}
              >
                {t("reject")} <KeyHint keys="r" />
              </Button>
              {decisions.canUndo && (
                <Button variant="ghost" icon={<Undo2 aria-hidden />} aria-keyshortcuts="U" onClick={undo}>
                  {t("undo")} <KeyHint keys="u" />
                </Button>
              )}
            </div>
          )
        }
      >
        <Applicant one={chosen} />
      </Panel>
    </div>
  );
}

type KeysProps = Record<"onNext" | "onPrevious" | "onApprove" | "onReject" | "onUndo", () => void> & {
  enabled: boolean;
};

function Keys({ onNext, onPrevious, onApprove, onReject, onUndo }: KeysProps) {
  useShortcut("j", onNext);
  useShortcut("k", onPrevious);
  useShortcut("a", onApprove);
  useShortcut("r", onReject);
  useShortcut("u", onUndo);
  return null;
}
