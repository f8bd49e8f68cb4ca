import compile from "icu-minify/compile";
import { afterEach, describe, expect, test } from "vitest";
import { affiliateStatuses } from "../contract/affiliate/affiliate-words.ts";
import type { Payout } from "../contract/affiliate/payouts.ts";
import type { Sentence } from "../contract/errors.ts";
import { inSchema } from "../contract/sentences.ts";
import { allOf, sentence } from "../sentences.ts";
import { matchPayout } from "../server/payouts/match-payout.ts";
import {
  type AttributionRules,
  decide,
  type Evidence,
} from "../services/affiliate/incoming-orders/decide-attribution.ts";
import type { AffiliateRow } from "../services/affiliate/sums-of-records.ts";
import { failureOf } from "../services/delivery/retry-schedule.ts";
import german from "./messages/de/sentences.json";
import japanese from "./messages/ja/sentences.json";
import { onSpoken, said, speak, willSpeak } from "./translate-errors.ts";

const compiled = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compile(text)])) as never;

afterEach(() => {
  speak(null);
  willSpeak(null);
});

const spoken = { German: german, Japanese: japanese };

test.each(Object.entries(spoken))("rewording an English sentence changes nothing in %s", (_, texts) => {
  speak(compiled(texts));
  for (const [key, text] of Object.entries<string>(texts)) {
    const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    const values = Object.fromEntries(names.map((name) => [name, `<${name}>`]));
    const shown = text.replace(/\{(\w+)\}/g, "<$1>").replaceAll("。 ", "。");
    expect(said("Reworded.", { key, values }), key).toBe(shown);
  }
});

test("a sentence has its values, and those that are sentences are translated by their keys as well", () => {
  speak(compiled(german));
  const reason = sentence("atMostCharacters", { count: 80 });
  expect(said("Reworded.", reason)).toBe("Darf höchstens 80 Zeichen lang sein.");
  const about = { key: "field", values: { field: "Discount value", reason: { ...reason, message: "Reworded." } } };
  expect(said("Reworded.", about)).toBe("Rabattwert: Darf höchstens 80 Zeichen lang sein.");
  expect(said("Reworded.", { ...about, values: { ...about.values, field: "Shoe size" } })).toContain("Shoe size: ");
  const late = sentence("timeout", { api: sentence("checkout") });
  expect(said("Reworded.", sentence("noticeExhausted", { count: 5, reason: late }))).toBe(
    "Ein Ereignis konnte in 5 Versuchen nicht zugestellt werden. Letzter Versuch: Der Checkout-Dienst hat nicht rechtzeitig geantwortet.",
  );
  const roles = sentence("orElse", { first: sentence("owner"), next: sentence("merchant") });
  expect(said("Reworded.", sentence("roleNeeded", { deed: "Delete offer", roles, role: sentence("analyst") }))).toBe(
    "Dafür ist eine andere Rolle nötig (Leitung / Verkauf). Ihre Rolle ist Auswertung.",
  );
});

test("a screen speaks to the person at an empty field, in English as well", () => {
  expect(said("Must not be empty.", sentence("empty"))).toBe("Fill in this field.");
});

test("the message of a schema is translated by the key that the schema knows", () => {
  speak(compiled(german));
  expect(said(inSchema("atMostCharacters", { count: 80 }))).toBe("Darf höchstens 80 Zeichen lang sein.");
});

test("a text of a person or of another API stays as it is, even if Cartwright has the same sentence", () => {
  speak(compiled(german));
  for (const text of ["The receiver did not respond.", "Paid out. The bank confirmed it.", "Open for 2 days"]) {
    expect([said(text), said(text, null), said(text, { key: "not_ours" })]).toEqual([text, text, text]);
  }
});

test("several sentences are translated as one", () => {
  const passed = sentence("passedCoupon", { code: "MIRA10", fault: sentence("faultInactive") });
  const times = { ago: sentence("agoHours", { count: 3 }), window: sentence("agoDays", { count: 30 }) };
  const reason = allOf([passed, sentence("attributedClick", times)]);
  expect(reason.message).toBe(
    "Coupon MIRA10 belongs to an affiliate who is inactive. The last click was 3 hours before the order, within the attribution window of 30 days.",
  );
  speak(compiled(german));
  expect(said("Reworded.", reason)).toBe(
    "Der Gutschein MIRA10 gehört einem Affiliate, der inaktiv ist. Letzter Klick: 3 Stunden vor der Bestellung, innerhalb des Zuordnungsfensters (30 Tage).",
  );
  speak(compiled(japanese));
  expect(said("Reworded.", reason)).toBe(
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
    return match.state === "unclear" ? match.why : { message: match.state };
  };
  const fresh = (id: string, more: object = {}): Payout => ({ id, currency: "USD", ...more });
  const mark = { reference: "cwpo_0123456789abcdef0123" };

  test.each([
    ...[0, 1, 5, 200, 6_000].map((minutes) => reasonOf(clickBefore(minutes))),
    ...[-10, 90_000].map((minutes) => reasonOf(clickBefore(minutes))),
    reasonOf({}, { attributing_click: "first" }),
    reasonOf({ clicks: [sentence("passedClickId")] }),
    reasonOf({ coupons: [{ code: "MIRA10", owner: affiliate }] }),
    reasonOf({ clicks: [], coupons: [{ code: "MIRA10", owner: affiliate }] }, { coupon_or_click: "click" }),
    reasonOf({ clicks: [], former }),
    ...["2025-03-01", "2024-01-01"].map((since) =>
      reasonOf({ clicks: [], former: { ...former, since: new Date(since) } }),
    ),
    reasonOf({ clicks: [], former: { ...former, since: new Date("2025-01-01") } }, { recurring_months: 1 }),
    ...statuses.map((status) => reasonOf({ ...clickBefore(5, { ...affiliate, status }) })),
    reasonOf({ coupons: [{ code: "MIRA10", owner: undefined }], former: { ...former, owner: undefined } }),
    ...[undefined, 206, 302, 410, 429, 500].map(
      (code) => failureOf({ durationMs: 1, phases: {}, truncated: false, ...(code && { code }) }) as Sentence,
    ),
    whyNot({ id: mark.reference }, [fresh("pay_1", mark), fresh("pay_2", mark)]),
    whyNot({ id: mark.reference, taken: new Set(["pay_1"]) }, [fresh("pay_1", mark)]),
    whyNot({}, [fresh("pay_1", { commission_ids: ["com_1"] }), fresh("pay_2", { commission_ids: ["com_1"] })]),
    whyNot({}, [], false),
    whyNot({}, []),
    whyNot({}, [fresh("pay_1"), fresh("pay_2")]),
    whyNot({ twin: true }, [fresh("pay_1")]),
    whyNot({}, [fresh("pay_1")]),
  ])("$message", (reason) => {
    speak(compiled(japanese));
    const translated = said("Reworded.", reason);
    expect(translated).not.toBe("Reworded.");
    expect(translated.replace(/MIRA10|ID|Cartwright/g, "")).not.toMatch(/[a-z]/i);
  });
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
