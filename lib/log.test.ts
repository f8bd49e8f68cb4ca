import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

const canary = "k7Qx2-canary-Zm9vYmFyYmF6_0123456789abcdef";

function logged(code: string): Record<string, unknown>[] {
  const program = `
    import { log } from "./lib/log.ts";
    import { asWork } from "./lib/request-context.ts";
    const canary = ${JSON.stringify(canary)};
    ${code}`;
  const said = execFileSync(
    process.execPath,
    ["--experimental-strip-types", "--input-type=module-typescript", "--eval", program],
    {
      env: { ...process.env, LOG_LEVEL: "info" },
      encoding: "utf8",
    },
  );
  return said
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test("a line names the request or the work that it belongs to", () => {
  const lines = logged(`
    log.info("alone");
    await asWork("job_1.7", async () => { await null; log.info("inside"); });`);
  expect(lines.map(({ requestId, msg }) => [requestId, msg])).toEqual([
    [undefined, "alone"],
    ["job_1.7", "inside"],
  ]);
});

test("no secret is logged under any name, at any depth or in any text", () => {
  const lines = logged(`
    for (const name of ["authorization", "cookie", "set-cookie", "x-api-key", "key", "apiKey", "password", "newPassword", "secret", "signing_secret", "token", "backupCodes"]) {
      log.info({ [name]: canary }, "0");
      log.info({ request: { headers: { [name]: canary } } }, "2");
      log.info({ a: { b: { c: { [name]: [canary] } } } }, "3");
    }
    for (const text of ["Bearer " + canary, "live_" + canary, "test_" + canary, "whsec_" + canary, "pub_live_" + canary,
      "postgres://u:" + canary + "@db/x", "smtp://u:" + canary + "@mail", "/setup?token=" + canary, "/invite/" + canary, "a=1; session_token=" + canary]) {
      log.error({ err: new Error(text) }, text);
      log.warn({ deep: { er: [text] } });
    }
    log.info({ key: undefined, api: "checkout", path: "/upsells/ups_1" }, "what is no secret stays");`);
  expect(lines).toHaveLength(57);
  expect(JSON.stringify(lines)).not.toContain("canary");
  expect(lines.at(-1)).toMatchObject({ api: "checkout", path: "/upsells/ups_1", msg: "what is no secret stays" });
});

test("an error names its sentence, which is no secret, without the values", () => {
  const [line] = logged(`
    const { ApiError } = await import("./lib/contract/errors.ts");
    const refused = { message: "Reworded.", key: "scopeNeeded", values: { scope: "live_" + canary, key: canary } };
    log.error({ err: new ApiError(403, "scope_missing", refused, [{ field: "name", ...refused }]) }, "refused");`);
  const sentence = "scopeNeeded";
  expect(line).toMatchObject({ err: { sentence, details: [{ field: "name", message: "Reworded.", sentence }] } });
  expect(JSON.stringify(line)).not.toContain("canary");
});
