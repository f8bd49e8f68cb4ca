import compile from "icu-minify/compile";
import { afterEach, describe, expect, test } from "vitest";
import { affiliateStatuses } from "../contract/affiliate/affiliate-words.ts";
import type { Payout } from "../contract/affiliate/payouts.ts";
import { sentences as english } from "../sentences.ts";
import { matchPayout } from "../server/payouts/match-payout.ts";
import type { AffiliateRow } from "../services/affiliate/contributions.ts";
import {
  type AttributionRules,
  decide,
  type Evidence,
} from "../services/affiliate/order-reports/decide-attribution.ts";
import { failureOf } from "../services/delivery/retry-schedule.ts";
import german from "./messages/de/sentences.json";
import japanese from "./messages/ja/sentences.json";
import { onSpoken, said, saidByKey, speak, willSpeak } from "./translate-errors.ts";

const compiled = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compile(text)])) as never;
/** Translates each message into its key and its values. */
const keys = compiled(
  Object.fromEntries(
    Object.entries(english).map(([key, text]) => [key, `${key} ${(text.match(/\{\w+\}/g) ?? []).join(" ")}`.trim()]),
  ),
);

afterEach(() => {
  speak({}, null);
  willSpeak(null);
});

test("a message of Cartwright is translated and keeps its values", () => {
  speak(compiled(english), keys);
  expect(said("Must be at most 80 characters.")).toBe("atMostCharacters 80");
  expect(said("Must be a number.")).toBe("number");
  expect(said("Must be a boolean.")).toBe("aKind boolean");
  expect(said("Shoe size is required.")).toBe("field Shoe size required");
  expect(said("Amount must be at most 80.")).toBe("field fieldAmount atMost 80");
  expect(said("“Delete offer” needs the role owner, affiliate manager, or merchant. Your role is analyst.")).toContain(
    "owner / affiliateManager / merchant",
  );
  speak(compiled(english), compiled(german));
  expect(said("Must be at most 80 characters.")).toContain("80 Zeichen");
  expect(said("Amount must be at most 80.")).toBe("Betrag: Darf höchstens 80 sein.");
  expect(said("“Delete offer” needs the role owner or merchant. Your role is analyst.")).toBe(
    "Dafür ist eine andere Rolle nötig (Leitung / Verkauf). Ihre Rolle ist Auswertung.",
  );
  expect(
    said("An event could not be delivered in 5 attempts. Last attempt: The checkout service did not respond in time."),
  ).toBe(
    "Ein Ereignis konnte in 5 Versuchen nicht zugestellt werden. Letzter Versuch: Der Checkout-Dienst hat nicht rechtzeitig geantwortet.",
  );
});

test("a message with a key is translated by it, whatever its English text is", () => {
  speak(compiled(english), compiled(german));
  const reason = { message: "Reworded.", key: "atMostCharacters", values: { count: 80 } };
  expect(saidByKey(reason)).toBe("Darf höchstens 80 Zeichen lang sein.");
  const about = { message: "Reworded.", key: "field", values: { field: "Amount", reason } };
  expect(saidByKey(about)).toBe("Betrag: Darf höchstens 80 Zeichen lang sein.");
  expect(saidByKey({ message: "Must be a number.", key: "not_ours" })).toBe("Muss eine Zahl sein.");
  speak({}, null);
  expect(saidByKey(reason)).toBe("Reworded.");
});

test("a reason of several sentences is translated sentence by sentence", () => {
  const reason =
    "Coupon MIRA10 belongs to an affiliate who is inactive. The last click was 3 hours before the order, within the attribution window of 30 days.";
  speak(compiled(english), compiled(german));
  expect(said(reason)).toBe(
    "Der Gutschein MIRA10 gehört einem Affiliate, der inaktiv ist. Letzter Klick: 3 Stunden vor der Bestellung, innerhalb des Zuordnungsfensters (30 Tage).",
  );
  speak(compiled(english), compiled(japanese));
  expect(said(reason)).toBe(
    "クーポンMIRA10のアフィリエイターは無効になっています。最後のクリックは注文の3時間前で、アトリビューション期間（30日）内です。",
  );
});

describe("each reason of the services is said", () => {
  const affiliate = { id: "aff_1", status: "active" } as AffiliateRow;
  const rules: AttributionRules = {
    attribution_window_days: 30,
    coupons_attribute: true,
    customers_attribute: true,
    recurring_months: 12,
    attributing_click: "last",
    coupon_or_click: "coupon",
    self_referrals: "refuse",
  };
  const at = new Date("2026-03-01T12:00:00Z");
  const clickBefore = (minutes: number, owner: AffiliateRow | undefined = affiliate) => ({
    clicks: [{ id: "clk_1", linkId: "lnk_1", at: new Date(at.getTime() - minutes * 60_000), owner }],
  });
  const reasonOf = (evidence: Partial<Evidence>, more: Partial<AttributionRules> = {}) =>
    decide(
      { at, customerEmail: null, coupons: [], former: null, ...clickBefore(5), ...evidence },
      { ...rules, ...more },
    ).reason;
  const former = { orderNumber: "#7", since: at, owner: affiliate };
  const statuses = affiliateStatuses.filter((status) => status !== "active");
  const payout = { id: "cwpo_1", affiliateId: "aff_1", amount: 5, currency: "USD" };
  const none = new Set<string>();
  const wanted = { ...payout, commissions: new Set(["com_1"]), before: none, taken: none };
  const others = { otherAffiliates: none, otherCommissions: none, twin: false, shows: false };
  const whyNot = (more: object, payouts: Payout[], complete = true) => {
    const match = matchPayout({ ...wanted, ...others, ...more }, payouts, complete);
    return match.state === "unclear" ? match.why : match.state;
  };
  const fresh = (id: string, more: object = {}): Payout => ({ id, currency: "USD", ...more });
  const mark = { reference: "cwpo_0123456789abcdef0123" };

  test.each([
    ...[0, 1, 5, 200, 6_000].map((minutes) => reasonOf(clickBefore(minutes))),
    ...[-10, 90_000].map((minutes) => reasonOf(clickBefore(minutes))),
    reasonOf({}, { attributing_click: "first" }),
    reasonOf({ clicks: ["The click ID does not belong to this program."] }),
    reasonOf({ coupons: [{ code: "MIRA10", owner: affiliate }] }),
    reasonOf({ clicks: [], coupons: [{ code: "MIRA10", owner: affiliate }] }, { coupon_or_click: "click" }),
    reasonOf({ clicks: [], former }),
    ...["2025-03-01", "2024-01-01"].map((since) =>
      reasonOf({ clicks: [], former: { ...former, since: new Date(since) } }),
    ),
    reasonOf({ clicks: [], former: { ...former, since: new Date("2025-01-01") } }, { recurring_months: 1 }),
    ...statuses.map((status) => reasonOf({ ...clickBefore(5, { ...affiliate, status }) })),
    reasonOf({ coupons: [{ code: "MIRA10", owner: undefined }], former: { ...former, owner: undefined } }),
    ...[undefined, 206, 302, 410, 429, 500].map((code) =>
      failureOf({ durationMs: 1, phases: {}, truncated: false, ...(code && { code }) }),
    ),
    whyNot({ id: mark.reference }, [fresh("pay_1", mark), fresh("pay_2", mark)]),
    whyNot({ id: mark.reference, taken: new Set(["pay_1"]) }, [fresh("pay_1", mark)]),
    whyNot({}, [fresh("pay_1", { commission_ids: ["com_1"] }), fresh("pay_2", { commission_ids: ["com_1"] })]),
    whyNot({}, [], false),
    whyNot({}, []),
    whyNot({}, [fresh("pay_1"), fresh("pay_2")]),
    whyNot({ twin: true }, [fresh("pay_1")]),
    whyNot({}, [fresh("pay_1")]),
  ])("%s", (reason) => {
    speak(compiled(english), compiled(japanese));
    const translated = said(String(reason));
    expect(translated).not.toBe(reason);
    expect(translated.replace(/MIRA10|ID|Cartwright/g, "")).not.toMatch(/[a-z]/i);
  });
});

test("unknown messages and English messages stay unchanged", () => {
  expect(said("Must be a number.")).toBe("Must be a number.");
  speak(compiled(english), compiled(japanese));
  for (const text of [
    "Agreed with both: the video led to it.",
    "Paid out. The bank confirmed it.",
    "Open for 2 days",
  ]) {
    expect(said(text)).toBe(text);
  }
  speak(compiled(english), keys);
  expect(said("The moon is full (again).")).toBe("The moon is full (again).");
});

test("no message is taken for another one", () => {
  speak(compiled(english), keys);
  for (const [key, text] of Object.entries(english)) {
    expect(said(text.replaceAll("{count}", "7").replace(/[{}]/g, "")), text).toMatch(`${key}`);
  }
});

test("translations are loaded once a message needs them, whichever side is ready first", () => {
  let learned = 0;
  const stop = onSpoken(() => {});
  willSpeak(() => learned++);
  expect(learned).toBe(1);
  stop();
  willSpeak(() => learned++);
  expect(learned).toBe(1);
  onSpoken(() => {})();
  expect(learned).toBe(2);
});
