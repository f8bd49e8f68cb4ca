"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useDesk } from "@/lib/api/desk";
import { ApiError, isOutcomeUnknown, type Sentence } from "@/lib/contract/errors";
import { buttonClass } from "./ui/button-class";
import { ErrorState } from "./ui/error-state";
import { IntentLink } from "./ui/intent-link";
import { PageHeader, type PageHeaderProps } from "./ui/page-header";
import { Panel } from "./ui/panel";
import { TextSkeleton } from "./ui/skeleton";
import type { TableError } from "./ui/table-types";
import { useSaid } from "./use-said";

/** The first request may fail before the translations of server messages have loaded, so the text updates later. */
function Said({ of: { message, ...by } }: { of: Sentence }) {
  return useSaid()(message, by);
}

const titles: Record<string, Parameters<ReturnType<typeof useTranslations<"errors">>>[0]> = {
  connection_rejected: "connectionRejected",
  connection_missing: "connectionMissing",
  signed_out: "signedOut",
  scope_missing: "scopeMissing",
  role_forbidden: "roleForbidden",
  offline: "offline",
  rate_limited: "rateLimited",
  bad_gateway: "gateway",
  upstream_timeout: "gateway",
  not_found: "notFound",
};

export function useErrorWords(): (error: unknown) => TableError {
  const t = useTranslations("errors");
  const { base } = useDesk();
  const back = useWayBack();
  const link = (href: string, label: string): ReactNode => (
    <IntentLink href={href} className={buttonClass({ variant: "secondary" })}>
      {label}
    </IntentLink>
  );
  return (error) => {
    if (!(error instanceof ApiError)) return { title: t("unknown") };
    const { code, message, requestId } = error;
    const words: TableError = { title: t(titles[code] ?? "unknown"), detail: <Said of={error.sentence} />, requestId };
    if (code === "connection_rejected" || code === "connection_missing")
      return { ...words, action: link(`${base}/settings`, t("toSettings")) };
    if (code === "signed_out") return { ...words, detail: undefined, action: link(back, t("signIn")) };
    if (code === "server_error") return { ...words, detail: t("serverErrorBody", { reason: message }) };
    return words;
  };
}

function useWayBack(): string {
  const path = usePathname();
  const search = useSearchParams().toString();
  return `/sign-in?next=${encodeURIComponent(search ? `${path}?${search}` : path)}`;
}

export type Refusal = { title: ReactNode; messages: ReactNode[] };

/** Explains errors that belong to no field. The entered values stay in the form. */
export function useRefusal(): (error: unknown, messages: readonly string[]) => Refusal {
  const t = useTranslations("errors");
  const words = useErrorWords();
  const back = useWayBack();
  return (error, messages) => {
    if (!(error instanceof ApiError)) return { title: t("unknown"), messages: [...messages] };
    if (error.code === "signed_out") {
      const link = (text: ReactNode) => (
        <a href={back} target="_blank" className="font-medium underline underline-offset-3" rel="noopener">
          {text}
        </a>
      );
      return { title: t("signedOut"), messages: [t.rich("signedOutForm", { link })] };
    }
    if (isOutcomeUnknown(error) && error.code !== "offline") {
      return { title: t("unconfirmedTitle"), messages: [t("unconfirmed", { reason: error.message })] };
    }
    return { title: [400, 422].includes(error.status) ? t("refused") : words(error).title, messages: [...messages] };
  };
}

type Props = { error: unknown; onRetry?: () => void; retrying?: boolean };

export function QueryError({ error, onRetry, retrying }: Props) {
  const { detail, ...words } = useErrorWords()(error);
  // Asking again cannot help if the item does not exist or the role may not see it.
  const lasting = error instanceof ApiError && (error.status === 404 || error.code === "role_forbidden");
  const retry = lasting ? undefined : onRetry;
  return (
    <ErrorState {...words} onRetry={retry} retrying={retrying}>
      {detail}
    </ErrorState>
  );
}

export function Forbidden({ children }: { children: string }) {
  return (
    <Panel>
      <QueryError error={new ApiError(403, "role_forbidden", children)} />
    </Panel>
  );
}

type Read = { error: Error | null; isFetching: boolean; refetch: () => unknown };
type WaitingProps = { of: Read; problem?: Error | null; lines: number; className?: string };

export function Waiting({ of: read, problem = read.error, lines, className }: WaitingProps) {
  if (!problem) return <TextSkeleton lines={lines} className={className} />;
  return <QueryError error={problem} onRetry={() => read.refetch()} retrying={read.isFetching} />;
}

type RecordProps = Pick<PageHeaderProps, "title" | "crumbs"> & {
  record: Read;
  forbidden?: string | false;
};

export function RecordWaiting({ title, crumbs, record, forbidden }: RecordProps) {
  return (
    <>
      <PageHeader title={title} crumbs={crumbs} />
      {forbidden ? (
        <Forbidden>{forbidden}</Forbidden>
      ) : (
        <Panel>
          <Waiting of={record} lines={8} />
        </Panel>
      )}
    </>
  );
}
