"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { saveFile } from "@/components/transfer/save-file";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { drawQr, QrPicture, qrOf, svgOf } from "./qr";

export default function QrCode({ url, name }: { url: string; name: string }) {
  const t = useTranslations("qr");
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
      <QrPicture code={code} label={t("alt", { url })} className="max-w-56" />
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
