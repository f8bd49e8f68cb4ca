import type { useTranslations } from "next-intl";
import type { Format } from "@/lib/format";
import type { Finding } from "./audit";
import { isAmount, leastOf } from "./measure";
import { enoughPower, type Names, type Verdict } from "./verdict";

type Words = {
  t: ReturnType<typeof useTranslations<"experiments">>;
  format: Format;
  called: (name: string) => string;
};

/** For a list. */
export function shortVerdict(verdict: Verdict, names: Names, t: Words["t"]): string {
  if (verdict.rule === "decided") {
    const label = names.get(verdict.arm);
    return t(`short.${verdict.way}`, { arm: label === undefined ? verdict.arm : t("quoted", { label }) });
  }
  if (verdict.rule === "nothing" && verdict.why === "not_started") return t("short.not_started");
  if (verdict.rule === "inconclusive" && verdict.over) return t("short.inconclusiveOver");
  return t(`short.${verdict.rule}`);
}

export function verdictSentence(verdict: Verdict, { t, format, called }: Words): string {
  switch (verdict.rule) {
    case "nothing":
      return t(`verdict.nothing.${verdict.why}`);
    case "split":
      return t(verdict.assumed ? "verdict.splitAssumed" : "verdict.split");
    case "early": {
      const { count, over } = verdict;
      const arm = called(verdict.arm);
      if (verdict.why === "counts") {
        const { metric } = verdict.measure;
        const least = leastOf(metric);
        if (isAmount(metric)) return t(over ? "verdict.fewOrdersOver" : "verdict.fewOrders", { arm, count, least });
        return t(over ? "verdict.fewConversionsOver" : "verdict.fewConversions", { arm, count, least });
      }
      return t(over ? "verdict.fewVisitorsOver" : "verdict.fewVisitors", {
        arm,
        count: format.number(count),
        planned: format.number(verdict.planned),
      });
    }
    case "decided": {
      const { way, others, lift, measure } = verdict;
      const [arm, control] = [called(verdict.arm), called(verdict.control)];
      const size = lift === null ? "" : format.ratio(Math.abs(lift));
      const about = { arm, control, others, lift: size, metric: measure.metric };
      if (way === "better") return t(lift === null ? "verdict.betterUnknown" : "verdict.better", about);
      if (others > 0) return t("verdict.allWorse", { control, count: others + 1 });
      return t(lift === null ? "verdict.worseUnknown" : "verdict.worse", about);
    }
    case "flat":
      return format.join([
        t("verdict.flat", { effect: format.ratio(verdict.effect), power: format.ratio(verdict.power) }),
        worse(verdict.worse),
      ]);
    case "inconclusive": {
      const { detectable, more = null, effect, over } = verdict;
      const parts = [
        t(over ? "verdict.inconclusiveOver" : "verdict.inconclusive"),
        detectable === null ? t("verdict.undetectable") : "",
        detectable ? t("verdict.detectable", { change: format.change(detectable) }) : "",
        more !== null && more > 0
          ? t(over ? "verdict.moreOver" : "verdict.more", {
              count: more,
              power: format.ratio(enoughPower),
              effect: format.ratio(effect),
            })
          : "",
      ];
      return format.join([...parts, worse(verdict.worse)]);
    }
  }

  function worse(names: readonly string[]): string {
    return names.length === 0
      ? ""
      : t("verdict.worseToo", { names: format.list(names.map(called)), count: names.length });
  }
}

/** An experiment that takes more days than this should be planned differently instead of waited for. */
const patience = 90;

export type NextStep = { over: boolean; control: string; days: number | null; managed?: boolean };

/** `days` is the time until the missing visitors have come, at the present pace. */
export function nextStepSentence(
  verdict: Verdict,
  { t, called }: Words,
  { over, control, days, managed }: NextStep,
): string {
  switch (verdict.rule) {
    case "nothing":
      return t(managed && verdict.why === "not_started" ? "next.planned.not_started" : `next.nothing.${verdict.why}`);
    case "split":
      return t(verdict.assumed ? "next.splitAssumed" : "next.split");
    case "decided": {
      const winner = called(verdict.way === "better" ? verdict.arm : verdict.control);
      if (managed) return t(verdict.way === "better" ? "next.planned.ship" : "next.planned.keep", { winner });
      return t(over ? "next.decidedOver" : "next.decided", { winner });
    }
    case "flat":
      if (managed) return t("next.planned.flat");
      return t(over ? "next.flatOver" : "next.flat");
    default: {
      if (over) return t("next.again", { control: called(control) });
      if (days === null) return t("next.wait");
      const slow = managed ? "next.planned.tooLong" : "next.tooLong";
      return t(days > patience ? slow : "next.waitDays", { count: days });
    }
  }
}

export function pValue(value: number, format: Format): string {
  return value < 0.0001 ? "< 0.0001" : format.number(Number(value.toPrecision(3)));
}

export function findingSentence(finding: Finding, { t, format, called }: Words): string {
  switch (finding.kind) {
    case "uncounted":
      return t("audit.uncounted", { variant: called(finding.variant) });
    case "winner_unknown":
    case "winner_early":
      return t(`audit.${finding.kind}`, { winner: called(finding.winner) });
    case "winner_lost":
      return t("audit.winner_lost", { winner: called(finding.winner), best: called(finding.best) });
    case "significance":
      return t("audit.significance", { p: pValue(finding.p, format) });
    default: {
      const { kind, figure } = finding;
      const variant = called(finding.variant);
      const shown = (value: number) => (figure === "p" ? pValue(value, format) : format.number(round(value)));
      const api = "api" in finding ? plain(finding.api) : "";
      const ours = figure === "lift" ? format.change(finding.ours) : shown(finding.ours);
      return t(`audit.${kind}`, { figure, variant, api, ours });
    }
  }
}

const round = (value: number) => Number(value.toPrecision(4));
/** Six digits are enough to recognise the API's number. */
const plain = (value: number) => String(Number(value.toPrecision(6)));
