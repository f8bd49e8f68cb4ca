import { afterAll, beforeAll, expect, test } from "vitest";
import { member, store, user } from "../../../database/schema/desk.ts";
import { openTestDesk } from "../../../testing/desk.ts";

// Files for our own services: what the check says is what the import does.
let desk: Awaited<ReturnType<typeof openTestDesk>>;
let serve: typeof import("../../desk/serve.ts");

const shop = { id: "shop", name: "Blue Bottle", currency: "EUR", timeZone: "UTC" };
const person = { id: "ann", name: "Ann", email: "ann@shop.test" };
const caller = { membership: { person, store: shop, role: "owner" }, mode: "sandbox" } as const;

beforeAll(async () => {
  desk = await openTestDesk({ CHECKOUT_API_URL: "", CHECKOUT_SANDBOX_API_URL: "" });
  serve = await import("../../desk/serve.ts");
  await desk.db.insert(store).values(shop);
  await desk.db.insert(user).values(person);
  await desk.db.insert(member).values({ storeId: "shop", userId: "ann", role: "owner" });
  const { connectEmbedded } = await import("../../wire/upstream.ts");
  await connectEmbedded(shop);
});
afterAll(() => desk.close());

// biome-ignore lint/suspicious/noExplicitAny: answers of several operations
const ask = (name: string, body: object) => serve.runDesk(caller, "jobs", name, { params: {}, body }) as Promise<any>;

const offers = "name,product_id,trigger_products,discount_type,discount_value,placement,status";
const bundles = "name,type,products,pricing_type,pricing_value";
const affiliates = "email,first_name,last_name,commission_type,commission_rate";

test.each([
  ["upsells", "status", `${offers}\nA,p,q,percentage,10,cart,activ\nB,p,q,percentage,10,cart,activ`],
  ["upsells", "discount_type", `${offers}\nA,p,q,percent,10,cart,active\nB,p,q,percent,10,cart,active`],
  [
    "upsells",
    "discount_value",
    `${offers}\nA,p,q,percentage,1.00005,cart,active\nB,p,q,percentage,1.00005,cart,active`,
  ],
  ["bundles", "pricing_type", `${bundles}\nA,fixed,p*2|q,half,10\nB,fixed,p*2|q,half,10`],
  ["affiliates", "commission_rate", `${affiliates}\na@b.example,A,A,fixed,\nc@d.example,A,A,fixed,`],
  ["links", "affiliate_id", "affiliate_id,destination_url\naff_no,https://a.example\naff_no,https://b.example"],
])(
  "a file of %s with a %s that the service refuses is refused by the check and by the import",
  async (resource, column, csv) => {
    const checked = await ask("dry_run", { resource, csv });
    expect(checked).toMatchObject({ rows: 2, valid: 0, problem_count: 2 });
    expect(checked.problems.map((problem: { column: string }) => problem.column)).toEqual([column, column]);
    const params = { resource, csv };
    await expect(ask("create", { kind: "import_csv", params })).rejects.toMatchObject({
      status: 400,
      message: "No line in the file can be imported.",
    });
  },
);

test("the check names the columns that it leaves out, each with the known name that was probably meant", async () => {
  const csv = `${offers},id,countries,Colour,priorty\nA,p,q,percentage,10,cart,active,ups_1,DE,red,3`;
  const { columns } = await ask("dry_run", { resource: "upsells", csv });
  expect(columns.slice(-4)).toEqual([
    { header: "id", field: null },
    { header: "countries", field: null, nearest: "audience_countries" },
    { header: "Colour", field: null, nearest: null },
    { header: "priorty", field: null, nearest: "priority" },
  ]);
});

test("a file of offers that the service takes passes the check", async () => {
  const csv = `${offers},audience_affiliate\nA,p,q,percentage,10,cart,active,true\nB,p,q,fixed,10,cart,draft,no`;
  const checked = await ask("dry_run", { resource: "upsells", csv });
  expect(checked).toMatchObject({ rows: 2, valid: 1, problems: [{ line: 3, column: "audience_affiliate" }] });
});

test("a file has the words of an offer in one column, and an error in them is said there", async () => {
  const csv = `${offers},texts
A,p,q,percentage,10,cart,active,de.headline=Nur heute|pt-BR.accept=Sim
B,p,q,percentage,10,cart,draft,Nur heute
C,p,q,percentage,10,cart,draft,de.accept=${"x".repeat(31)}`;
  const checked = await ask("dry_run", { resource: "upsells", csv });
  expect(checked).toMatchObject({
    ...{ rows: 3, valid: 1 },
    problems: [
      { line: 3, column: "texts", message: "Must be a language such as de or pt-BR." },
      { line: 4, column: "texts", message: "Must be at most 30 characters." },
    ],
  });
});
