import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectDir } from "../../lib/runtime/runtime.ts";

export type Command = {
  page: string;
  text: string;
  settings: Record<string, string>;
  words: string[];
  reads: boolean;
};

export const pages = [
  "README.md",
  ...readdirSync(join(projectDir, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

const programs =
  /^(?:[A-Z][A-Z0-9_]*=\S+ )*(?:npm|npx|node|docker|curl|openssl|git|psql|pg_\w+|systemctl|journalctl) \S/;
const short = /^-- [a-z]/;

/** In order: commands in shell blocks, and commands in the text that begin with the name of a program. */
export function commandsOf(page: string): Command[] {
  const text = readFileSync(join(projectDir, page), "utf8");
  const blocks = /^```(\w*)\n([\s\S]*?)^```$/gm;
  const found: { at: number; text: string }[] = [];
  for (const { index, 1: language, 2: block = "" } of text.matchAll(blocks)) {
    if (language === "yaml" || language === "html") continue;
    if (language !== "sh") throw new Error(`${page} has a block of “${language}”: is it to be typed?`);
    for (const line of block.replaceAll("\\\n", " ").split("\n")) {
      if (line.trim() && !line.startsWith("#")) found.push({ at: index, text: line.trim() });
    }
  }
  const prose = text.replaceAll(blocks, (block) => " ".repeat(block.length));
  let before = "";
  for (const { index, 1: code = "" } of prose.matchAll(/`([^`]+)`/g)) {
    const words = code.replaceAll(/\s+/g, " ");
    // `-- queue` continues the command before it.
    const whole = short.test(words) ? `${before} ${words}` : words;
    if (!programs.test(whole)) continue;
    before = /^npm run [\w:]+/.exec(whole)?.[0] ?? before;
    for (const part of whole.split(" && ")) found.push({ at: index, text: part });
  }
  return found.toSorted((a, b) => a.at - b.at).map((each) => toCommand(page, each.text));
}

function toCommand(page: string, text: string): Command {
  const all = (text.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replace(/^"(.*)"$/, "$1"));
  const from = all.indexOf("<");
  const typed = from === -1 ? all : all.slice(0, from);
  const first = typed.findIndex((word) => !/^[A-Z][A-Z0-9_]*=/.test(word));
  const settings = Object.fromEntries(typed.slice(0, first).map((word) => word.split(/=(.*)/s).slice(0, 2)));
  return { page, text, settings, words: typed.slice(first), reads: from !== -1 };
}

/** Null if the command is not `npm run NAME`. */
export function argumentsOf({ words }: Command, name: string): string[] | null {
  const [program, run, script, dashes, ...rest] = words;
  if (program !== "npm" || run !== "run" || script !== name) return null;
  return dashes === "--" ? rest : [];
}

/** The newcomer test runs the commands of README.md that begin with one of these. */
export const walked = [
  "npm start",
  "npm run admin -- demo",
  "npm run simulate",
  "npm run admin -- people reset-link",
  "npm run admin -- keys create",
  "curl",
  "npm run admin -- audit verify",
] as const;
