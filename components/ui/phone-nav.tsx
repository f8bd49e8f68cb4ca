"use client";

import { Menu as Bars } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Dialog } from "./dialog";
import { IconButton } from "./icon-button";

export function PhoneNav({ brand, children }: { brand: ReactNode; children: ReactNode }) {
  const t = useTranslations("ui");
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        className="lg:hidden"
        label={t("openNavigation")}
        aria-haspopup="dialog"
        aria-expanded={open}
        icon={<Bars />}
        onClick={() => setOpen(true)}
      />
      <Dialog open={open} onOpenChange={setOpen} shape="start" title={brand} flush>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: only watches links, which have their own keys. */}
        <div
          className="flex min-h-full flex-col"
          onClick={(event) => {
            if (event.target instanceof Element && event.target.closest("a[href]")) setOpen(false);
          }}
        >
          {children}
        </div>
      </Dialog>
    </>
  );
}
