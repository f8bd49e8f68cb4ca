import { writeFileSync } from "node:fs";
import { shopperKinds } from "../../lib/contract/desk/shopper-words.ts";
import { shopperIds } from "../../lib/contract/desk/shoppers.ts";
import { operator } from "../../lib/server/memory/audit/record.ts";
import { forgetShopper, shopperFile } from "../../lib/server/memory/shoppers.ts";
import { modes } from "../../lib/server/wire/connections.ts";
import { Refusal, type Values } from "./arguments.ts";
import { check, requireOneOf, requireStore } from "./values.ts";

const maker = { actor: operator, path: "/command-line" };

async function asked(values: Values) {
  const store = await requireStore(values);
  const place = { storeId: store.id, mode: requireOneOf(modes, values.mode, "mode") };
  const given = { email: values.email, customer_id: values.customer, visitor_id: values.visitor };
  const ids = Object.fromEntries(Object.entries(given).filter(([, id]) => id !== undefined));
  if (Object.keys(ids).length === 0) throw new Refusal("Enter --email, --customer or --visitor.", 2);
  return { place, ids: check(shopperIds, ids) };
}

export async function exportOne(values: Values, [file]: readonly string[]) {
  const { place, ids } = await asked(values);
  if (file === undefined) throw new Refusal("Enter the file to write.", 2);
  const content = await shopperFile(place, ids, maker);
  // Personal data: for the operator alone, and over no other file.
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`, { flag: "wx", mode: 0o600 });
  const counts = shopperKinds.map((kind) => [kind, content[kind].length]);
  return {
    result: { file, rows: Object.fromEntries(counts) },
    text: `What is stored about the shopper is in ${file}.`,
  };
}

export async function eraseOne(values: Values) {
  const { place, ids } = await asked(values);
  if (!values.force) {
    throw new Refusal(
      "Erasing cannot be undone. Repeat the command with --force, after an export if one was asked for.",
      2,
    );
  }
  const { reference, rows } = await forgetShopper(place, ids, maker);
  const count = Object.values(rows).reduce((sum, each) => sum + each, 0);
  const text =
    count === 0
      ? "Nothing is stored about this shopper."
      : `The shopper is erased from ${count} rows, in which ${reference} or another made-up ID stands now.`;
  return { result: { reference, rows }, text };
}
