import { createHash } from "node:crypto";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { summed } from "./write.ts";

test("the sum of a backup is of its whole text, even if the disk is slow to take it", async () => {
  const out = summed((sha256) => `sum ${sha256}`);
  const part = "a row of a table\n".repeat(5_000);
  for (let n = 0; n < 5; n++) out.write(part);
  out.end("the last row\n");
  const [body = "", sum] = (await text(out)).split("sum ");
  expect(body).toBe(`${part.repeat(5)}the last row\n`);
  expect(sum).toBe(createHash("sha256").update(body).digest("hex"));
});
