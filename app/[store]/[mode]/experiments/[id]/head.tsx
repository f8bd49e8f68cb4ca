"use client";

import { Ellipsis } from "lucide-react";
import { usePathname, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { useListHref } from "@/components/lists/list-address";
import { PrintButton } from "@/components/print/printing";
import { Look } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import { PageHeader } from "@/components/ui/page-header";
import { useDesk } from "@/lib/api/desk";
import type { Experiment } from "@/lib/contract/checkout/experiments";
import { useExperimentWords } from "../words";

export type HeadProps = { id: string; experiment: Experiment | undefined };

export function Head({ id, experiment, actions, menu }: HeadProps & { actions?: ReactNode; menu?: ReactNode }) {
  const t = useTranslations("experiments");
  const { base, format } = useDesk();
  const words = useExperimentWords();
  const back = useListHref(`${base}/experiments`);
  const times = [
    experiment?.started_at && t("started", { at: format.dateTime(experiment.started_at) }),
    experiment?.ended_at && t("ended", { at: format.dateTime(experiment.ended_at) }),
  ].filter(Boolean);
  return (
    <PageHeader
      title={experiment?.name ?? id}
      crumbs={[{ href: back, label: t("title") }]}
      meta={experiment?.status && <Look {...words.statusOf(experiment)} />}
      description={times.join(" · ")}
      actions={
        <>
          <CopyLink />
          {actions}
          <PrintButton />
          {menu && (
            <Menu
              label={t("actions.more")}
              align="end"
              trigger={(props) => <IconButton {...props} label={t("actions.more")} icon={<Ellipsis aria-hidden />} />}
            >
              {menu}
            </Menu>
          )}
        </>
      }
    />
  );
}

function CopyLink() {
  const t = useTranslations("experiments.actions");
  const path = usePathname();
  const search = useSearchParams().toString();
  const [origin, setOrigin] = useState("");
  useEffect(() => setOrigin(window.location.origin), []);
  return <CopyButton text={`${origin}${path}${search && `?${search}`}`} label={t("link")} size="md" className="my-0" />;
}
