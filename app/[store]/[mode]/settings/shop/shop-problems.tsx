"use client";

import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import { useSaid } from "@/components/use-said";
import type { ShopContact } from "@/lib/contract/checkout/shop";
import { sentenceOf } from "@/lib/contract/errors";

export function ShopProblems({ contact }: { contact: ShopContact }) {
  return (
    <>
      <Clock seconds={contact.clock_skew_seconds} />
      <Refused refused={contact.refused} />
    </>
  );
}

/** A visit that waited in a page for a moment says nothing about a clock. */
const toleratedSeconds = 60;

function Clock({ seconds }: { seconds: ShopContact["clock_skew_seconds"] }) {
  const t = useTranslations("shop.contact");
  if (seconds === null || Math.abs(seconds) <= toleratedSeconds) return null;
  const count = Math.round(Math.abs(seconds) / 60);
  return (
    <Banner tone="warning" title={t(seconds > 0 ? "slow" : "fast", { count })} live={false}>
      {t("clock")}
    </Banner>
  );
}

function Refused({ refused }: Pick<ShopContact, "refused">) {
  const t = useTranslations("shop.contact");
  const said = useSaid();
  if (refused.length === 0) return null;
  return (
    <section>
      <h3 className="font-medium">{t("refused")}</h3>
      <p className="text-sm text-pretty text-muted">{t("refusedAbout")}</p>
      <ul className="mt-2 grid gap-1.5 text-sm">
        {refused.map(({ type, field, message, message_key, count }) => {
          const reason = sentenceOf({ field, message, ...message_key });
          return (
            <li key={`${type} ${field} ${message}`} className="wrap-anywhere">
              {t("times", { count })} {type ? <code>{type}</code> : t("unknownType")}
              <span className="block text-warning">{said(reason.message, reason)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
