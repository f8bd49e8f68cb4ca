import { expect, test } from "vitest";
import { inRows, moved, panelNames, readArrangement, writeArrangement } from "./arrangement";

const whole = panelNames.join(" ");

test("what a person has arranged is read as it was written", () => {
  const text = "orders -figures waiting revenue -offers experiments affiliates";
  expect(writeArrangement(readArrangement(text))).toBe(text);
  expect(readArrangement(text)[1]).toEqual({ name: "figures", hidden: true });
  expect(writeArrangement(readArrangement(""))).toBe(whole);
});

test("a part that is new stands where it stands for others, and unknown or repeated words are left out", () => {
  expect(writeArrangement(readArrangement("orders -revenue figures"))).toBe(
    "orders affiliates -revenue offers experiments figures waiting",
  );
  expect(writeArrangement(readArrangement("experiments weather orders orders"))).toBe(
    "figures waiting revenue offers experiments orders affiliates",
  );
});

test("two parts share a row, and one without a neighbour fills its row", () => {
  expect(inRows(panelNames)).toEqual([
    ["figures"],
    ["waiting", "revenue"],
    ["offers", "experiments"],
    ["orders", "affiliates"],
  ]);
  expect(inRows(["orders", "figures", "waiting", "revenue", "offers"])).toEqual([
    ["orders"],
    ["figures"],
    ["waiting", "revenue"],
    ["offers"],
  ]);
});

test("a part that is moved changes places with the others between", () => {
  const names = (text: string) => readArrangement(text);
  expect(writeArrangement(moved(names(""), 2, 1))).toBe("figures revenue waiting offers experiments orders affiliates");
  expect(writeArrangement(moved(names(""), 0, 1))).toBe("waiting figures revenue offers experiments orders affiliates");
});
