"use client";

import { useTranslations } from "next-intl";
import { Status } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import type { Findings } from "@/lib/contract/desk/connections";

const words = (works: boolean | null) => (works === null ? "untold" : works ? "works" : "refused");

export function KeyFindings({ found, replaces }: { found: Findings; replaces: boolean }) {
  const { verdict, message, reads } = found;
  const t = useTranslations("settings");
  if (verdict === "unreachable") {
    return (
      <Banner tone="danger" title={t("unreachable")}>
        {t(replaces ? "unreachableBody" : "unreachableFirst", { reason: message ?? "" })}
      </Banner>
    );
  }
  const all = reads.every(({ works }) => works);
  return (
    <div className="grid gap-2">
      <Banner tone={all ? "success" : "warning"}>{t(all ? "accepted" : "acceptedLess")}</Banner>
      <h3 className="pt-1 font-medium">{t("found")}</h3>
      <ul className="grid grid-cols-2 gap-x-6 text-sm">
        {reads.map(({ resource, works }) => (
          <li key={resource} className="flex items-baseline justify-between gap-3 border-b border-line py-1.5">
            {t.has(`reads.${resource as "upsells"}`) ? t(`reads.${resource as "upsells"}`) : resource}
            <Status tone={works === null ? "neutral" : works ? "success" : "danger"} hollow={works === null}>
              {t(`verdicts.${words(works)}`)}
            </Status>
          </li>
        ))}
      </ul>
    </div>
  );
}
