import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { signatureHeaders } from "@/lib/services/delivery/sign";
import { files, languages, snippet } from "./snippets";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw9r8GKYqrTwg=";
// The body contains quotes, escapes and line breaks that are special in any of the six languages.
const body = '{"id":"evt_1","name":"Café ‘$HOME’ \\"#{x}\\" `id`","price":1.50}\n';
const { "X-Service-Signature": header = "" } = signatureHeaders({
  eventId: "evt_1",
  body,
  timestamp: 1_700_000_000,
  secrets: [secret],
});

const folder = mkdtempSync(join(tmpdir(), "snippets-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const probes: Record<(typeof languages)[number], [command: string, ...args: string[]]> = {
  node: ["node", "--version"],
  python: ["python3", "--version"],
  php: ["php", "--version"],
  ruby: ["ruby", "--version"],
  go: ["go", "version"],
  shell: ["openssl", "version"],
};

function isPresent(language: (typeof languages)[number]): boolean {
  const [command, ...args] = probes[language];
  return spawnSync(command, args).status === 0;
}

describe.each(languages)("%s", (language) => {
  const run = (key: string, signed = header) => {
    const { name, run } = files[language];
    writeFileSync(join(folder, name), snippet(language, { body, header: signed }));
    const [command = "", ...args] = run.split(" ");
    const { status, stdout } = spawnSync(command, args, {
      cwd: folder,
      encoding: "utf8" as const,
      env: { ...process.env, SIGNING_SECRET: key },
    });
    return { status, said: stdout.trim() };
  };

  test.skipIf(!isPresent(language))(
    "a snippet accepts a genuine event, and refuses another secret and another signature",
    () => {
      expect(run(secret)).toEqual({ status: 0, said: "genuine" });
      expect(run(`${secret}x`)).toEqual({ status: 1, said: "refused" });
      expect(
        run(
          secret,
          header.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
        ),
      ).toEqual({
        status: 1,
        said: "refused",
      });
    },
    60_000,
  );

  test("a snippet contains no secret, and no character of the header that could end its string", () => {
    const text = snippet(language, { body, header: `${header}";\n'$(id)` });
    expect(text).not.toContain(secret);
    expect(text).not.toMatch(/\$\(id\)/);
  });
});
