import type { useTranslations } from "next-intl";
import type { Format } from "@/lib/format";
import { minimumDetectableEffect } from "@/lib/stats/index";
import type { AuditFinding } from "./audit";
import { alpha, isAmount, leastOf } from "./measure";
import { type ExperimentVerdict, enoughPower, type VariantNames } from "./verdict";

type Words = { t: ReturnType<typeof useTranslations<"experiments">>; format: Format; called: (name: string) => string };

/** For a list. */
export function shortVerdict(verdict: ExperimentVerdict, names: VariantNames, t: Words["t"]): string {
  if (verdict.rule === "decided") {
    const label = names.get(verdict.arm);
    return t(`short.${verdict.way}`, { arm: label === undefined ? verdict.arm : t("quoted", { label }) });
  }
  if (verdict.rule === "nothing" && verdict.why === "not_started") return t("short.not_started");
  return t(verdict.rule === "inconclusive" && verdict.over ? "short.inconclusiveOver" : `short.${verdict.rule}`);
}

export function verdictSentence(verdict: ExperimentVerdict, { t, format, called }: Words): string {
  const over = "over" in verdict && verdict.over ? "Over" : "";
  switch (verdict.rule) {
    case "nothing":
      return t(`verdict.nothing.${verdict.why}`);
    case "split":
      return t(verdict.assumed ? "verdict.splitAssumed" : "verdict.split");
    case "early": {
      const { count } = verdict;
      const arm = called(verdict.arm);
      if (verdict.why === "sample") {
        const planned = format.number(verdict.planned);
        return t(`verdict.fewVisitors${over}`, { arm, count: format.number(count), planned });
      }
      const { metric } = verdict.measure;
      return t(`verdict.${isAmount(metric) ? "fewOrders" : "fewConversions"}${over}`, {
        arm,
        count,
        least: leastOf(metric),
      });
    }
    case "decided": {
      const { way, others, lift, measure } = verdict;
      const [arm, control] = [called(verdict.arm), called(verdict.control)];
      if (way === "worse" && others > 0) return t("verdict.allWorse", { control, count: others + 1 });
      const size = lift === null ? "" : format.ratio(Math.abs(lift));
      const about = { arm, control, others, lift: size, metric: measure.metric };
      return t(`verdict.${way}${lift === null ? "Unknown" : ""}`, about);
    }
    case "flat":
      return format.join([
        t("verdict.flat", { effect: format.ratio(verdict.effect), power: format.ratio(verdict.power) }),
        worse(verdict.worse),
      ]);
    case "inconclusive": {
      const { counted, more, effect } = verdict;
      // A search over effects, which is too slow for the verdicts of a list.
      const detectable = counted && minimumDetectableEffect(counted.base, counted.visitors, alpha, enoughPower);
      const goal = { power: format.ratio(enoughPower), effect: format.ratio(effect) };
      return format.join([
        t(`verdict.inconclusive${over}`),
        detectable === null ? t("verdict.undetectable") : "",
        detectable ? t("verdict.detectable", { change: format.change(detectable) }) : "",
        more ? t(`verdict.more${over}`, { count: more, ...goal }) : "",
        worse(verdict.worse),
      ]);
    }
  }

  function worse(names: readonly string[]): string {
    const { length: count } = names;
    return count === 0 ? "" : t("verdict.worseToo", { names: format.list(names.map(called)), count });
  }
}

/** An experiment that takes more days than this should be planned differently instead of waited for. */
const patience = 90;

/** `ends`: this page can end the experiment, which people otherwise do in their checkout service. */
export type NextStep = {
  over: boolean;
  control: string;
  days: number | null;
  managed?: boolean;
  ends?: boolean;
  readOnly?: boolean;
};

/** What only other roles can do on this page names them. */
export const asksFor = (sentence: string, readOnly: boolean, { t, format }: Pick<Words, "t" | "format">): string =>
  readOnly ? format.join([sentence, t("next.whoMay")]) : sentence;

/** `days` is the time until the missing visitors have come, at the present pace. */
export function nextStepSentence(
  verdict: ExperimentVerdict,
  { t, format, called }: Words,
  { over, control, days, managed = false, ends = false, readOnly = false }: NextStep,
): string {
  const then = over ? "Over" : "";
  const here = ends ? "yes" : "no";
  const asks = (sentence: string, onPage = true) => asksFor(sentence, onPage && readOnly, { t, format });
  switch (verdict.rule) {
    case "nothing":
      if (managed && verdict.why === "not_started") return asks(t("next.planned.not_started"));
      return t(`next.nothing.${verdict.why}`);
    case "split":
      return verdict.assumed ? asks(t("next.splitAssumed")) : t("next.split");
    case "decided": {
      const better = verdict.way === "better";
      const winner = called(better ? verdict.arm : verdict.control);
      const step = managed ? (`next.planned.${better ? "ship" : "keep"}` as const) : (`next.decided${then}` as const);
      return asks(t(step, { winner, here }), managed || ends);
    }
    case "flat":
      return asks(t(managed ? "next.planned.flat" : `next.flat${then}`, { here }), managed || ends);
    default:
      if (over) return asks(t("next.again", { control: called(control) }), managed);
      if (days === null) return t("next.wait");
      if (days <= patience) return t("next.waitDays", { count: days });
      return asks(t(managed ? "next.planned.tooLong" : "next.tooLong", { count: days }));
  }
}

export function pValue(value: number, format: Format): string {
  return value < 0.0001 ? "< 0.0001" : format.number(Number(value.toPrecision(3)));
}

export function findingSentence(finding: AuditFinding, { t, format, called }: Words): string {
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
