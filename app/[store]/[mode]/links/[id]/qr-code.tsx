"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { saveFile } from "@/components/save-file";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { drawQr, qrOf, svgOf } from "./qr";

/** Dark on white in every theme: readers look for that. */
export default function QrCode({ url, name }: { url: string; name: string }) {
  const t = useTranslations("links.qr");
  const code = useMemo(() => qrOf(url), [url]);
  const file = `qr-${name.replace(/[^A-Za-z0-9_-]+/g, "-").slice(0, 60)}`;
  if (!code) return <p className="text-sm text-muted">{t("tooLong")}</p>;
  const png = async () => {
    const picture = await drawQr(code);
    if (picture) saveFile(picture, `${file}.png`);
    else toast.error(t("failed"));
  };
  return (
    <div className="grid gap-3">
      <svg
        role="img"
        aria-label={t("alt", { url })}
        viewBox={`0 0 ${code.size} ${code.size}`}
        shapeRendering="crispEdges"
        className="w-full max-w-56 justify-self-center rounded-sm"
      >
        <rect width={code.size} height={code.size} fill="#ffffff" />
        <path d={code.path} fill="#000000" />
      </svg>
      <div className="flex flex-wrap justify-center gap-2">
        <Button
          size="sm"
          icon={<Download aria-hidden />}
          onClick={() => saveFile(new Blob([svgOf(code)], { type: "image/svg+xml" }), `${file}.svg`)}
        >
          {t("svg")}
        </Button>
        <Button size="sm" icon={<Download aria-hidden />} onClick={png}>
          {t("png")}
        </Button>
      </div>
    </div>
  );
}
