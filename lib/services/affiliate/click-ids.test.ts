import { expect, test } from "vitest";
import { isIdentifier } from "../../contract/paths.ts";
import { newId } from "../kernel/ids.ts";
import { mintClickId, readClickId } from "./click-ids.ts";

const key = Buffer.alloc(32, 7);

test("a click id names its link and time, and is a valid id in a path", () => {
  const link = newId("lnk");
  const now = Date.now() + 5_000;
  const id = mintClickId(key, link, now);
  expect(readClickId(key, id)).toEqual({ linkId: link, at: new Date(now) });
  expect(isIdentifier(id)).toBe(true);
  const earlier = mintClickId(key, link, now - 60_000);
  expect(readClickId(key, earlier)?.at).toEqual(new Date(now - 60_000));
});

test("click ids are unique and sort in the order in which they were minted", () => {
  const ids = Array.from({ length: 5_000 }, () => mintClickId(key, newId("lnk")));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

test("an id that was changed, signed with another key or never minted is rejected", () => {
  const id = mintClickId(key, newId("lnk"));
  for (let at = 0; at < id.length; at++) {
    const changed = id.slice(0, at) + (id[at] === "3" ? "4" : "3") + id.slice(at + 1);
    expect(readClickId(key, changed)).toBeNull();
  }
  expect(readClickId(Buffer.alloc(32, 8), id)).toBeNull();
  for (const text of ["", "clk_", `${id}3`, id.slice(1), "constructor"]) expect(readClickId(key, text)).toBeNull();
});
