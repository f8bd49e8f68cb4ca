import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { catalogueOf } from "@/lib/i18n/catalogues";
import { useProgramWords } from "./program-words";

type Payout = { status: string; returned_at?: string | null };

function Status({ payout }: { payout: Payout }) {
  return useProgramWords().payoutStatus(payout.status, payout.returned_at).label;
}

test.each([
  [{ status: "failed" }, "Failed", "Fehlgeschlagen"],
  [{ status: "failed", returned_at: null }, "Failed", "Fehlgeschlagen"],
  [{ status: "failed", returned_at: "2026-02-18T12:00:00Z" }, "Returned", "Zurückgegeben"],
  [{ status: "paid" }, "Paid", "Ausgezahlt"],
])(
  "a payout %j is called %s, as a payout that was paid and came back is returned in lists too",
  async (payout, ...names) => {
    const labels = (["en", "de"] as const).map(async (locale) =>
      renderToStaticMarkup(
        <NextIntlClientProvider locale={locale} timeZone="UTC" messages={await catalogueOf(locale)}>
          <Status payout={payout} />
        </NextIntlClientProvider>,
      ),
    );
    expect(await Promise.all(labels)).toEqual(names);
  },
);
