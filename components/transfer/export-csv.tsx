"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFailureWords } from "@/components/failure";
import { useGo } from "@/components/forms/leave-guard";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { exportedResources } from "@/lib/contract/desk/jobs";
import { download } from "./save-file";

type Props = {
  resource: (typeof exportedResources)[number];
  query: Record<string, unknown>;
};

const looks = 20;

export function ExportCsv({ format, ...props }: Props & { format?: "generic" }) {
  const t = useTranslations("shell.export");
  const work = useExport(props);
  return (
    <IconButton
      size="sm"
      label={t(work.isPending ? "underWay" : "action")}
      icon={<Download aria-hidden />}
      aria-disabled={work.isPending || undefined}
      onClick={() => !work.isPending && work.mutate({ ...(format && { format }) })}
    />
  );
}

/** A long export continues as a background job that every page links to. */
export function useExport({ resource, query }: Props) {
  const t = useTranslations("shell.export");
  const go = useGo();
  const failure = useFailureWords();
  const queryClient = useQueryClient();
  const { base, desk, store, mode } = useDesk();
  const start = useMutation(desk.jobs.create.mutation());
  return useMutation({
    mutationFn: async (more: { format?: "generic"; endpoint?: string; jsonl?: boolean }) => {
      const { page: _page, per_page: _size, ...rest } = query;
      const filter = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]));
      const { id } = await start.mutateAsync({ body: { kind: "export_csv", filter, params: { resource, ...more } } });
      for (let look = 0; look < looks; look++) {
        await new Promise((resolve) => setTimeout(resolve, 500));
        const job = await queryClient.fetchQuery({ ...desk.jobs.get.options({ params: { id } }), staleTime: 0 });
        if (job.file_until === null && job.state !== "cancelled" && job.state !== "paused") continue;
        if (job.file_until !== null) return download(`/api/${store.id}/${mode}/desk/jobs/${id}/file`);
        break;
      }
      toast.info(t("goesOn"), { action: { label: t("open"), onAction: () => go(`${base}/jobs/${id}`) } });
    },
    onError: (cause) => toast.error(failure(cause)),
  });
}
