import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments, stringify } from "yaml";
import { projectDir } from "../../lib/runtime/runtime.ts";

// Renders the few constructs of Helm's templates that the chart uses, and rejects all others. npm has no package that does.

type Block = { word: string; expression: string; body: Node[]; otherwise: Node[] };
type Node = string | Block;
type Scope = Record<string, unknown> & { dot: unknown };

export type Manifest = { apiVersion: string; kind: string; metadata: { name: string } };

export const chartFolder = join(projectDir, "docs/deploy/helm/cartwright");
export const readChart = (name: string) => parse(readFileSync(join(chartFolder, name), "utf8"));

export function renderChart(values: object, release = "desk"): Manifest[] {
  const { name, version, appVersion } = readChart("Chart.yaml");
  const root = {
    Values: merge(readChart("values.yaml"), values),
    Chart: { Name: name, Version: version, AppVersion: appVersion },
    Release: { Name: release },
  };
  const folder = join(chartFolder, "templates");
  const templates = readdirSync(folder).map((file) => ({
    file,
    nodes: read(readFileSync(join(folder, file), "utf8")),
  }));
  const defined = new Map(
    templates
      .flatMap(({ nodes }) => nodes)
      .flatMap((node) =>
        typeof node === "object" && node.word === "define" ? [[JSON.parse(node.expression), node.body]] : [],
      ),
  );
  const call = (name: string, data: unknown) => write(defined.get(name) ?? fail(name), { dot: data, $: data }, call);
  return templates
    .filter(({ file }) => !file.startsWith("_"))
    .flatMap(({ nodes }) => parseAllDocuments(write(nodes, { dot: root, $: root }, call)))
    .flatMap((document) => {
      if (document.errors[0]) throw document.errors[0];
      return document.toJS() ?? [];
    });
}

export function merge(base: unknown, over: unknown): unknown {
  if (!isMap(base) || !isMap(over)) return over;
  return {
    ...base,
    ...Object.fromEntries(Object.entries(over).map(([key, value]) => [key, merge(base[key], value)])),
  };
}

function read(text: string): Node[] {
  const parts = text.split(/(\{\{-?[\s\S]*?\}\})/);
  for (const [at, part] of parts.entries()) {
    if (at % 2 === 0) continue;
    if (part.startsWith("{{-")) parts[at - 1] = (parts[at - 1] as string).trimEnd();
    if (part.endsWith("-}}")) parts[at + 1] = (parts[at + 1] as string).trimStart();
  }
  const top: Node[] = [];
  const open: { block: Block; into: Node[] }[] = [];
  for (const [at, part] of parts.entries()) {
    const into = open.at(-1)?.into ?? top;
    if (at % 2 === 0) {
      into.push(part);
      continue;
    }
    const said = part.replace(/^\{\{-?\s*|\s*-?\}\}$/g, "");
    if (said.startsWith("/*")) continue;
    const [, word = "", expression = ""] = /^(if|with|range|define|else|end)?\s*([\s\S]*)$/.exec(said) ?? [];
    if (word === "end") open.pop() ?? fail(said);
    else if (word === "else" && expression === "") {
      const last = open.at(-1) ?? fail(said);
      last.into = last.block.otherwise;
    } else {
      const block: Block = { word: word === "else" ? fail(said) : word, expression, body: [], otherwise: [] };
      into.push(block);
      if (word) open.push({ block, into: block.body });
    }
  }
  return open.length ? fail("a block without an end") : top;
}

type Call = (name: string, data: unknown) => string;

function write(nodes: readonly Node[], outer: Scope, call: Call): string {
  const scope = { ...outer };
  let text = "";
  for (const node of nodes) {
    if (typeof node === "string") text += node;
    else if (node.word === "if" || node.word === "with") {
      const value = evaluate(node.expression, scope, call);
      const inside = node.word === "with" && isTrue(value) ? { ...scope, dot: value } : scope;
      text += write(isTrue(value) ? node.body : node.otherwise, inside, call);
    } else if (node.word === "range") {
      const [names = "", expression = ""] = node.expression.split(/\s*:=\s*/);
      const [first = "", second] = names.split(/,\s*/);
      const entries = Object.entries(evaluate(expression, scope, call) as object);
      for (const [key, value] of entries.sort(([a], [b]) => (a < b ? -1 : 1))) {
        text += write(node.body, { ...scope, [first]: second ? key : value, ...(second && { [second]: value }) }, call);
      }
    } else if (node.word === "") {
      const [, name, expression = node.expression] = /^(\$\w+)\s*:=\s*([\s\S]+)$/.exec(node.expression) ?? [];
      const value = evaluate(expression, scope, call);
      if (name) scope[name] = value;
      else text += typeof value === "string" || typeof value === "number" ? value : fail(node.expression);
    }
  }
  return text;
}

function evaluate(expression: string, scope: Scope, call: Call): unknown {
  const functions: Record<string, (...args: never[]) => unknown> = {
    include: call,
    toYaml: (value: unknown) => stringify(value).trimEnd(),
    quote: (value: unknown) => JSON.stringify(String(value)),
    default: (other: unknown, value: unknown) => (isTrue(value) ? value : other),
    nindent: (spaces: number, text: string) => `\n${text}`.replaceAll("\n", `\n${" ".repeat(spaces)}`),
    add: (one: number, other: number) => one + other,
    not: (value: unknown) => !isTrue(value),
    list: (...values: unknown[]) => values,
    dict: (...pairs: unknown[]) =>
      Object.fromEntries(pairs.flatMap((key, at) => (at % 2 === 0 ? [[key, pairs[at + 1]]] : []))),
  };
  const tokens = expression.match(/"(?:[^"\\]|\\.)*"|[()|]|[^\s()|]+/g) ?? [];
  const operand = (token: string): unknown => {
    if (token === "(") {
      const value = pipeline();
      return tokens.shift() === ")" ? value : fail(expression);
    }
    if (/^["\d]/.test(token)) return JSON.parse(token);
    const [, start, path = ""] = /^(\.|\$\w*)([\w.]*)$/.exec(token) ?? fail(expression);
    const keys = path.split(".").filter(Boolean);
    const from = start === "." ? scope.dot : (scope[start as string] ?? fail(expression));
    return keys.reduce<unknown>((value, key) => (isMap(value) ? value[key] : fail(expression)), from);
  };
  const command = (piped: unknown[]): unknown => {
    const first = tokens.shift() ?? fail(expression);
    const run = functions[first];
    if (!run) return piped.length ? fail(expression) : operand(first);
    const given: unknown[] = [];
    while (tokens[0] && !/^[)|]$/.test(tokens[0])) given.push(operand(tokens.shift() as string));
    return run(...([...given, ...piped] as never[]));
  };
  const pipeline = (): unknown => {
    let value = command([]);
    while (tokens[0] === "|") {
      tokens.shift();
      value = command([value]);
    }
    return value;
  };
  const value = pipeline();
  return tokens.length ? fail(expression) : value;
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isTrue = (value: unknown): boolean =>
  Boolean(value) && (typeof value !== "object" || Object.keys(value as object).length > 0);

function fail(what: string): never {
  throw new Error(`The chart uses something that this test cannot render: ${what}`);
}
