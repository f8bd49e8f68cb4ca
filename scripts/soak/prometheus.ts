import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { projectDir } from "../../lib/runtime/runtime.ts";
import { inPath } from "../test/find-program.ts";
import { freePort } from "../test/nginx.ts";

const rulesFile = join(projectDir, "docs/deploy/prometheus/alerts.yaml");
const dashboards = join(projectDir, "docs/deploy/grafana");
/** Times of the rules are divided by this, so that a run takes minutes. */
const faster = 20;

export type Prometheus = Awaited<ReturnType<typeof startPrometheus>>;

/** Watches the targets with the documented rules. */
export async function startPrometheus(folder: string, targets: string[]) {
  const [prometheus, promtool] = ["prometheus", "promtool"].map(inPath);
  if (!prometheus || !promtool) throw new Error("There is no Prometheus here. Debian's package is called prometheus.");
  execFileSync(promtool, ["check", "rules", "--lint-fatal", rulesFile]);
  const rules = readFileSync(rulesFile, "utf8");
  const quick = rules
    .replace(/(for: |\[)(\d+)m/g, (_, before, minutes) => `${before}${(Number(minutes) * 60) / faster}s`)
    .replace(/(oldest_due_seconds\) > )(\d+)/, (_, before, seconds) => `${before}${Number(seconds) / faster}`);
  writeFileSync(join(folder, "alerts.yaml"), quick);
  const settings = {
    global: { scrape_interval: "2s", evaluation_interval: "1s" },
    rule_files: ["alerts.yaml"],
    scrape_configs: [{ job_name: "cartwright", scrape_timeout: "2s", static_configs: [{ targets }] }],
  };
  const file = join(folder, "prometheus.yml");
  writeFileSync(file, JSON.stringify(settings));
  const address = `127.0.0.1:${await freePort()}`;
  const log = openSync(join(folder, "prometheus.log"), "a");
  const words = [`--config.file=${file}`, `--storage.tsdb.path=${folder}/series`, `--web.listen-address=${address}`];
  const child = spawn(prometheus, words, { stdio: ["ignore", log, log] });
  const ended = once(child, "exit");
  while (child.exitCode === null && !(await fetch(`http://${address}/-/ready`).catch(() => null))?.ok) await sleep(100);
  if (child.exitCode !== null) throw new Error(readFileSync(join(folder, "prometheus.log"), "utf8"));

  const ask = async <T>(path: string): Promise<T> =>
    (await (await fetch(`http://${address}/api/v1/${path}`)).json()).data;
  const firing = async () => {
    const { alerts } = await ask<{ alerts: { state: string; labels: { alertname: string } }[] }>("alerts");
    return new Set(alerts.filter(({ state }) => state === "firing").map(({ labels }) => labels.alertname));
  };
  return {
    alerts: [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = ""]) => name),
    firing,
    /** Resolves once none of these alerts is raised any more. */
    async settled(alerts: string[]) {
      for (let tries = 0; tries < 240; tries++) {
        const now = await firing();
        if (!alerts.some((alert) => now.has(alert))) return;
        await sleep(500);
      }
      throw new Error(`${alerts.join(", ")} did not end before the fault.`);
    },
    /** Panels whose queries found nothing in the last hour. */
    async emptyPanels(): Promise<string[]> {
      const empty: string[] = [];
      for (const name of readdirSync(dashboards)) {
        const { panels } = JSON.parse(readFileSync(join(dashboards, name), "utf8")) as {
          panels: { title: string; targets: { expr: string }[] }[];
        };
        for (const { title, targets } of panels) {
          for (const { expr } of targets) {
            const now = Math.floor(Date.now() / 1_000);
            const query = encodeURIComponent(expr.replaceAll("$__rate_interval", "1m"));
            const range = `query=${query}&start=${now - 3_600}&end=${now}&step=15`;
            const found = await ask<{ result: unknown[] } | undefined>(`query_range?${range}`);
            if (!found?.result.length) empty.push(`${name}: ${title}`);
          }
        }
      }
      return empty;
    },
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
