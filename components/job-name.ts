import { useTranslations } from "next-intl";
import { isRecordName } from "@/lib/contract/record-words";

/** What a background job does, in words. */
export function useJobName(): (job: { kind: string; resource: string }) => string {
  const t = useTranslations();
  return ({ kind, resource }) => {
    const known = `jobs.resources.${resource as "audit"}` as const;
    const many = isRecordName(resource) ? t(`${resource}.names.many`) : t.has(known) ? t(known) : resource;
    const own = `jobs.kinds.${kind as "export_csv"}` as const;
    if (t.has(own)) return t(own, { resource: many });
    return t(`jobs.changes.${kind.replace(`_${resource}`, "") as "delete"}`, { resource: many });
  };
}
