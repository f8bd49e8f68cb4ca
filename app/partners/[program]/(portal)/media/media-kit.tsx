"use client";

import { Download, FileText } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button-class";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import type { PartnerMedia } from "@/lib/contract/partner/links";
import { usePortal } from "../../portal";

export function MediaKit({ files }: { files: readonly PartnerMedia[] }) {
  const t = useTranslations("partners.media");
  const { format, program, slug } = usePortal();
  return (
    <>
      <PageHeader title={t("title")} description={t("about", { program })} />
      {files.length === 0 ? (
        <Panel>
          <EmptyState title={t("none")}>{t("noneBody", { program })}</EmptyState>
        </Panel>
      ) : (
        <ul aria-label={t("title")} className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {files.map(({ id, name, type, size }) => {
            const address = `/api/partners/${slug}/media/${id}`;
            return (
              <li key={id} className="grid content-start gap-3 rounded-lg border border-line bg-surface p-3">
                <div className="grid h-40 place-items-center overflow-hidden rounded-md bg-sunken">
                  {type.startsWith("image/") ? (
                    // biome-ignore lint/performance/noImgElement: a picture behind a session cannot be optimized.
                    <img src={address} alt="" loading="lazy" className="max-h-40 max-w-full object-contain" />
                  ) : (
                    <FileText aria-hidden className="size-8 text-muted" />
                  )}
                </div>
                <p className="wrap-anywhere">
                  {name}{" "}
                  <span className="whitespace-nowrap text-muted">
                    {t("size", { size: format.number(Math.ceil(size / 1024)) })}
                  </span>
                </p>
                <a
                  href={address}
                  download={name}
                  aria-label={t("downloadOf", { name })}
                  className={buttonClass({ size: "sm" })}
                >
                  <Download aria-hidden />
                  {t("download")}
                </a>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
