import { setTimeout as sleep } from "node:timers/promises";
import { call } from "../../e2e/processes.ts";
import { query } from "../bench/database.ts";
import { none, read, type Shop } from "./people.ts";

const size = 20;
const patienceMs = 180_000;

/** Somebody imports affiliates from files and exports them all, one job after the other. */
export async function importAndExport(origin: string, shop: Shop, isOver: () => boolean, retry = 0) {
  const reads = none();
  const counts = { imports: 0, exports: 0, refused: 0, unfinished: 0, incomplete: 0 };
  const imported = new Set<string>();
  const jobs = `/api/${shop.store}/sandbox/desk/jobs`;
  const finish = async (body: object) => {
    const answer = await call(origin, "POST", jobs, { headers: shop.headers, body }).catch((error: Error) => error);
    if (answer instanceof Error || answer.status !== 201) {
      counts.refused++;
      console.log(`  POST ${jobs}: ${answer instanceof Error ? answer.message : answer.status}`);
      return undefined;
    }
    const { id } = answer.body as { id: string };
    for (const deadline = performance.now() + patienceMs; performance.now() < deadline; await sleep(500)) {
      const job = JSON.parse((await read(origin, `${jobs}/${id}`, shop.headers, reads, retry)) || "{}");
      if (job.state === "done") return job as { id: string; counts: Record<string, number> };
    }
    counts.unfinished++;
    return undefined;
  };
  for (let n = 0; !isOver(); n++) {
    const emails = Array.from({ length: size }, (_, line) => `${n}-${line}@import.test`);
    const lines = emails.map((email) => `${email},Ida,${email.split("@")[0]},active`);
    const csv = ["email,first_name,last_name,status", ...lines].join("\n");
    const job = await finish({ kind: "import_csv", params: { resource: "affiliates", csv } });
    if (job) {
      counts.imports++;
      for (const email of emails) imported.add(email);
      // An item whose answer was lost is looked up, and found to be there already.
      if ((job.counts.done ?? 0) + (job.counts.already ?? 0) !== size) counts.incomplete++;
    }
    const known = [...imported];
    const file = await finish({ kind: "export_csv", params: { resource: "affiliates" } });
    if (!file) continue;
    counts.exports++;
    const text = await read(origin, `${jobs}/${file.id}/file`, shop.headers, reads, retry);
    const written = text.match(/[\w-]+@import\.test/g) ?? [];
    const names = new Set(written);
    if (written.length !== names.size || known.some((email) => !names.has(email))) counts.incomplete++;
  }
  return {
    reads,
    /** Affiliates of imports that are missing or there twice. */
    async compare(url: string) {
      const rows = await query<{ email: string; times: number }>(
        url,
        "select email, count(*)::int as times from affiliate.affiliate where email like '%@import.test' group by email",
      );
      const times = new Map(rows.map((row) => [row.email, row.times]));
      const lost = [...imported].filter((email) => !times.has(email)).length;
      return { ...counts, lost, twice: rows.filter((row) => row.times > 1).length };
    },
  };
}
