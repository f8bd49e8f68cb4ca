import "server-only";
import type * as z from "zod";
import type { DryRun } from "../../../contract/desk/jobs.ts";
import { ApiError, keyOf, type Sentence } from "../../../contract/errors.ts";
import { fieldErrors } from "../../../contract/parse.ts";
import { present } from "../../../contract/read.ts";
import { allOf, sentence } from "../../../sentences.ts";
import { db } from "../../db.ts";
import type { Caller, StoreScope } from "../../wire/call.ts";
import { servedHere } from "../../wire/connections.ts";
import { operationOf } from "../../wire/contracts.ts";
import { createProblems } from "../../wire/upstream.ts";
import { readCsv } from "../parse-in-thread.ts";
import { records } from "./find-outcome.ts";
import type { NewItem } from "./kind.ts";
import { nearestOf } from "./nearest-name.ts";
import { apiOf, type Column, sheetOf, takenNames, toBody } from "./sheets.ts";
import { storedMessage } from "./stored-message.ts";

type Problem = DryRun["problems"][number];
type Line = {
  line: number;
  body: Record<string, unknown>;
  problems: Problem[];
  /** What the body was parsed to, if it has no problems. */
  draft?: unknown;
};

/** Two lines, or a line and a record, are the same thing if these fields agree, or else the name. */
const keys: Record<string, (body: Record<string, unknown>) => string | null> = {
  affiliates: ({ email }) => sameBy(email),
  links: ({ code, affiliate_id, destination_url }) =>
    code === undefined ? sameBy(affiliate_id, destination_url) : sameBy(code),
};

const sameBy = (...parts: unknown[]) =>
  parts.every((part) => typeof part === "string") ? parts.join("\n").toLowerCase() : null;

const comparedPages = 5;
const shownProblems = 500;

/** Our own services also say what they would refuse. Another API says it only when a line is imported. */
async function readImport({ membership, mode }: StoreScope, resource: string, csv: string) {
  const api = apiOf(resource);
  const schema = operationOf({ api, resource, operation: "create" }).body as z.ZodType;
  const sheet = sheetOf(resource);
  const { columns, lines } = await readLines(sheet, schema, csv);
  if (!servedHere(mode).includes(api)) return { columns, lines };
  const valid = lines.filter(({ problems }) => problems.length === 0);
  const drafts = valid.map(({ draft }) => draft);
  const found = await createProblems(db(), { storeId: membership.store.id, mode }, resource, drafts);
  for (const [index, { line, problems }] of valid.entries()) {
    for (const error of found[index] ?? [])
      problems.push(problemAt(line, headerOf(columns, error.field, sheet), error));
  }
  return { columns, lines };
}

type Headed = { header: string; column: Column | null; nearest?: string | null }[];

export async function readLines(sheet: readonly Column[], schema: z.ZodType, csv: string) {
  const columns: Headed = [];
  const lines: Line[] = [];
  await readCsv(csv, (rows) => {
    for (const { line, cells } of rows) {
      if (columns.length > 0) lines.push(readLine(line, cells, columns, sheet, schema));
      else columns.push(...headedBy(cells, sheet));
    }
  });
  return { columns, lines };
}

function headedBy(cells: readonly string[], sheet: readonly Column[]): Headed {
  const names = takenNames(sheet);
  const columns = cells.map((header) => {
    const column = columnOf(sheet, header);
    return { header, column, ...(!column && { nearest: nearestOf(names, toName(header)) }) };
  });
  if (columns.some(({ column }) => column?.form)) return columns;
  throw new ApiError(400, "invalid_request", sentence("columnsUnknown", { names: names.join(", ") }));
}

function readLine(line: number, cells: string[], columns: Headed, sheet: readonly Column[], schema: z.ZodType): Line {
  const found = columns.map(({ column }) => column);
  const body = toBody(found, cells);
  const problems: Problem[] = cells.length > columns.length ? [problemAt(line, null, sentence("cells"))] : [];
  const result = schema.safeParse(body, { reportInput: true });
  if (!result.success) {
    for (const error of fieldErrors(result.error)) {
      problems.push(problemAt(line, headerOf(columns, error.field, sheet), error));
    }
  }
  return { line, body, problems, draft: result.data };
}

const problemAt = (line: number, column: string | null, { message, ...by }: Sentence): Problem => {
  return { line, column, message, message_key: keyOf({ message, ...by }) };
};

function inColumn({ column, message, message_key }: Problem): Sentence {
  const reason = { message, ...message_key };
  return column === null ? reason : sentence("field", { field: column, reason });
}

type Import = { resource: string; csv: string; skip_invalid: boolean };

export async function importItems(
  desk: StoreScope,
  { resource, csv, skip_invalid: skipInvalid }: Import,
): Promise<NewItem[]> {
  const { lines } = await readImport(desk, resource, csv);
  const bad = lines.filter(({ problems }) => problems.length > 0);
  if (lines.length === bad.length) throw new ApiError(400, "invalid_request", sentence("fileNothing"));
  if (bad.length > 0 && !skipInvalid) {
    const details = bad.slice(0, 100).flatMap(({ problems }) =>
      problems.map(({ line, column, message, message_key }) => {
        return { field: `line ${line}${column ? ` ${column}` : ""}`, message, ...message_key };
      }),
    );
    const wrong = bad.length === 1 ? sentence("fileBadLine") : sentence("fileBadLines", { count: bad.length });
    throw new ApiError(400, "invalid_request", wrong, details);
  }
  return lines.map(({ line, body, problems }) => {
    const name = body.name ?? body.email ?? body.code ?? body.destination_url;
    const label = `${line}: ${typeof name === "string" ? name : ""}`.slice(0, 200);
    const skipped = problems.length > 0 && {
      state: "skipped" as const,
      ...storedMessage(allOf(problems.map(inColumn))),
    };
    return { recordId: null, label, input: { body }, ...skipped };
  });
}

export async function dryRun(caller: Caller, resource: string, csv: string): Promise<DryRun> {
  const { columns, lines } = await readImport(caller, resource, csv);
  const key = keys[resource] ?? (({ name }) => sameBy(name));
  const { first, repeated } = findRepeated(lines, key);
  const existing: DryRun["existing"] = [];
  let compared = 0;
  const list = { api: apiOf(resource), resource, operation: "list" };
  for await (const { record } of records(caller, list, comparedPages)) {
    if (!record) break;
    compared++;
    const own = key(record);
    const line = own === null ? undefined : first.get(own);
    if (line !== undefined) existing.push({ line, id: String(record.id) });
  }
  return { ...summaryOf({ columns, lines }), repeated, existing, compared };
}

export function findRepeated(lines: readonly Line[], key: (body: Line["body"]) => string | null) {
  const first = new Map<string, number>();
  const repeated: DryRun["repeated"] = [];
  for (const { line, body } of lines) {
    const own = key(body);
    const of = own === null ? undefined : first.get(own);
    if (of !== undefined) repeated.push({ line, of });
    else if (own !== null) first.set(own, line);
  }
  return { first, repeated };
}

export function summaryOf({ columns, lines }: Awaited<ReturnType<typeof readLines>>) {
  const problems = lines.flatMap((line) => line.problems);
  return {
    rows: lines.length,
    valid: lines.filter((line) => line.problems.length === 0).length,
    columns: columns.map(({ header, column, nearest }) => {
      return { header, field: column?.form ? column.name : null, ...present({ nearest }) };
    }),
    problems: problems.slice(0, shownProblems),
    problem_count: problems.length,
  };
}

/** Accepts other spellings: "Discount value" is discount_value. */
function columnOf(sheet: readonly Column[], header: string): Column | null {
  return sheet.find(({ name }) => name === toName(header)) ?? null;
}

const toName = (header: string) =>
  header
    .trim()
    .toLowerCase()
    .replace(/[\s.-]+/g, "_");

function headerOf(
  columns: { header: string; column: Column | null }[],
  field: string,
  sheet: readonly Column[],
): string | null {
  const about = (path: string) => field === path || field.startsWith(`${path}.`);
  const found = columns.find(({ column }) => column?.form && about(column.path));
  return found?.header ?? sheet.find(({ path }) => about(path) || path.startsWith(`${field}.`))?.name ?? null;
}
