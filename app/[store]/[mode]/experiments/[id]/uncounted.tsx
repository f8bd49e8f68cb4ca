"use client";

import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import { useDesk } from "@/lib/api/desk";
import type { ExperimentResults } from "@/lib/contract/checkout/experiments";

/** What the service was told and does not count, because anybody can imitate a page of the shop. */
export function Uncounted({ results: { set_aside, variants } }: { results: ExperimentResults }) {
  const t = useTranslations("experiments.uncounted");
  const { format } = useDesk();
  const unconfirmed = variants.reduce((sum, one) => sum + (one.unconfirmed ?? 0), 0);
  return (
    <>
      {set_aside && (
        <Banner
          tone="warning"
          live={false}
          title={t("setAside", { visitors: set_aside.visitors, networks: set_aside.networks })}
        >
          {t("setAsideMeans", { day: format.day(set_aside.last_day) })}
        </Banner>
      )}
      {unconfirmed > 0 && (
        <Banner live={false} title={t("unconfirmed", { count: unconfirmed })}>
          {t("unconfirmedMeans")}
        </Banner>
      )}
    </>
  );
}
