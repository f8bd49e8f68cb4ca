"use client";

import { useTranslations } from "next-intl";
import type { StatusLook } from "@/components/ui/badge";
import type { AuditEntry } from "@/lib/contract/desk/audit";
import type { auditedResources } from "@/lib/contract/desk/audit-words";
import { isRecordName } from "@/lib/contract/record-words";
import { humanize } from "@/lib/word-format";

const looks: Record<AuditEntry["outcome"], Omit<StatusLook, "label">> = {
  ok: { tone: "success" },
  refused: { tone: "neutral", hollow: true },
  unknown: { tone: "warning" },
};

export function useActivityWords() {
  const t = useTranslations("activity");
  const names = useTranslations();
  return {
    resource: (resource: (typeof auditedResources)[number]): string =>
      isRecordName(resource) ? names(`${resource}.names.list`) : t(`resources.${resource}`),
    operation: ({ api, operation, outcome }: AuditEntry): string => {
      if (outcome === "refused" && operation === "session.sign_in") return t("refusedSign");
      if (outcome === "refused" && operation === "session.sign_in_passkey") return t("refusedPasskey");
      const key = `deeds.${api}.${operation}` as "deeds.checkout.experiments.create";
      if (t.has(key)) return t(key);
      const [resource = "", name] = operation.split(".");
      const ofRecord = `records.${name}` as "records.create";
      return isRecordName(resource) && t.has(ofRecord)
        ? t(ofRecord, { one: names(`${resource}.names.one`) })
        : humanize(operation);
    },
    actor: ({ kind, id, name }: AuditEntry["actor"]): string => {
      if (kind === "system" && id === "command-line") return t("commandLine");
      const [, owner] = kind === "job" ? (/^\S+ of (.+)$/.exec(name) ?? []) : [];
      return owner === undefined ? name : t("jobOf", { name: owner });
    },
    outcome: (outcome: AuditEntry["outcome"]) => ({ label: t(`outcomes.${outcome}`), ...looks[outcome] }),
    mode: (mode: AuditEntry["mode"]) => t(`modes.${mode ?? "both"}`),
    role: (role: string): string => {
      const key = `roles.${role}` as "roles.owner";
      return t.has(key) ? t(key) : humanize(role);
    },
  };
}

const pages: Record<string, string> = {
  "checkout.experiments": "experiments",
  "affiliate.orders": "affiliate-orders",
  "affiliate.payouts": "payouts",
  "desk.jobs": "jobs",
};

export function pageOf({ api, operation, record, mode }: AuditEntry, store: string, here: string): string | null {
  const [resource = "", name] = operation.split(".");
  const page = isRecordName(resource) ? resource : pages[`${api}.${resource}`];
  if (!page || record === null || name === "delete") return null;
  return `/${store}/${mode ?? here}/${page}/${encodeURIComponent(record)}`;
}
