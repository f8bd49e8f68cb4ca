import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { projectDir } from "../../lib/runtime/runtime.ts";

export interface Count {
  passed: number;
  failed: number;
  skipped: number;
  failures: string[];
  again: string[];
  slow: { name: string; seconds: number }[];
}

const shownLines = 12;

export function one(ok: boolean, what: string): Count {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, failures: ok ? [] : [what], again: [], slow: [] };
}

/** A tool that crashed or ran nothing has failed, whatever its numbers say. */
export function settle(ok: boolean, what: string, count: Count): Count {
  if (count.failed > 0 || (ok && count.passed > 0)) return count;
  return { ...count, failed: 1, failures: [ok ? `${what}: no test was run` : what] };
}

interface UnitResults {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: {
      status: string;
      fullName: string;
      duration?: number | null;
      failureMessages?: string[];
      tags?: string[];
    }[];
  }[];
}

/** Tests with the tag `leftOut` were not asked for, so they do not count as skipped. */
export function readUnitResults(path: string, leftOut?: string): Count {
  const said = readResults<UnitResults>(path);
  const files = said?.testResults ?? [];
  const notAsked = files
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, tags }) => status === "skipped" && leftOut !== undefined && tags?.includes(leftOut));
  const unloadable = files.filter(({ status, assertionResults }) => status === "failed" && !assertionResults.length);
  return {
    passed: said?.numPassedTests ?? 0,
    failed: (said?.numFailedTests ?? 0) + unloadable.length,
    skipped: (said?.numPendingTests ?? 0) + (said?.numTodoTests ?? 0) - notAsked.length,
    failures: [
      ...unloadable.map(({ name, message }) => tell(relative(projectDir, name), message)),
      ...files.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === "failed")
          .map(({ fullName, failureMessages }) =>
            tell(`${relative(projectDir, name)} › ${fullName}`, failureMessages?.[0]),
          ),
      ),
    ],
    again: files.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status, failureMessages }) => status === "passed" && failureMessages?.length)
        .map(({ fullName, failureMessages }) =>
          tell(`${relative(projectDir, name)} › ${fullName}`, failureMessages?.[0]),
        ),
    ),
    slow: files.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({
        name: `${relative(projectDir, name)} › ${fullName}`,
        seconds: (duration ?? 0) / 1000,
      })),
    ),
  };
}

interface Spec {
  ok: boolean;
  file: string;
  title: string;
  tests: { results: { duration: number; error?: { message?: string } }[] }[];
}

interface Suite {
  specs: Spec[];
  suites?: Suite[];
}

interface BrowserResults {
  suites: Suite[];
  errors: { message?: string }[];
  stats: { expected: number; flaky: number; unexpected: number; skipped: number };
}

export function readBrowserResults(path: string): Count {
  const said = readResults<BrowserResults>(path);
  const specs = (said?.suites ?? []).flatMap(specsOf);
  const errorOf = ({ tests }: Spec) => tests.flatMap(({ results }) => results).find(({ error }) => error)?.error;
  const tellSpec = (spec: Spec) => tell(`e2e/${spec.file} › ${spec.title}`, errorOf(spec)?.message);
  return {
    passed: (said?.stats.expected ?? 0) + (said?.stats.flaky ?? 0),
    failed: (said?.stats.unexpected ?? 0) + (said?.errors.length ?? 0),
    skipped: said?.stats.skipped ?? 0,
    failures: [
      ...(said?.errors ?? []).map(({ message }) => tell("browser tests", message)),
      ...specs.filter(({ ok }) => !ok).map(tellSpec),
    ],
    again: specs.filter((spec) => spec.ok && errorOf(spec)).map(tellSpec),
    slow: specs.map(({ file, title, tests }) => ({
      name: `e2e/${file} › ${title}`,
      seconds: Math.max(0, ...tests.flatMap(({ results }) => results.map(({ duration }) => duration))) / 1000,
    })),
  };
}

const specsOf = ({ specs, suites = [] }: Suite): Suite["specs"] => [...specs, ...suites.flatMap(specsOf)];

function readResults<T>(path: string): T | undefined {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}

function tell(name: string, message = ""): string {
  const lines = stripVTControlCharacters(message).split("\n").slice(0, shownLines);
  return [name, ...lines.map((line) => `    ${line}`)].join("\n").trimEnd();
}
