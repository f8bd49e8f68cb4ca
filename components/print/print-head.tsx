"use client";

import { useTranslations } from "next-intl";
import { usePrinting } from "@/components/ui/use-browser";
import { useDesk } from "@/lib/api/desk";

export function PrintHead() {
  const t = useTranslations("shell");
  const { format, mode, person, store, timeZone } = useDesk();
  const at = usePrinting();
  return (
    <div data-testid="print-head" className="hidden border-b border-line pb-2 text-sm print:block">
      <p>
        <strong>{store.name}</strong> · <strong>{t(mode)}</strong>
        {mode === "sandbox" && ` · ${t("sandboxDetail")}`}
      </p>
      {at && (
        <>
          <p className="text-muted">
            {t("printed", { name: person.name, time: format.dateTime(at), zone: timeZone })}{" "}
            {timeZone !== store.timeZone && t("printedDays", { zone: store.timeZone })}
          </p>
          <p className="wrap-anywhere text-muted">{window.location.href}</p>
        </>
      )}
    </div>
  );
}
