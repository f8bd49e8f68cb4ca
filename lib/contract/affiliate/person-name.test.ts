import { expect, test } from "vitest";
import { affiliateName, greetingName, personName } from "./affiliate-words.ts";

test.each([
  ["太郎", "山田", "山田 太郎"],
  ["エミ", "山田", "山田 エミ"],
  ["たろう", "やまだ", "やまだ たろう"],
  ["민준", "김", "김 민준"],
  ["小明", "王", "王 小明"],
  ["Mira", "Lindqvist", "Mira Lindqvist"],
  ["Taro", "Yamada", "Taro Yamada"],
  ["", "山田", "山田"],
  [" ", "Lindqvist", "Lindqvist"],
])("%j and %j are written %j", (first_name, last_name, written) => {
  expect(personName({ first_name, last_name })).toBe(written);
  expect(affiliateName({ first_name, last_name, email: "mira@example.com" })).toBe(written);
});

test("a person is greeted by the given name, or by the whole name where the family name comes first", () => {
  expect(greetingName({ first_name: "Mira", last_name: "Lindqvist", name: "Mira Lindqvist" })).toBe("Mira");
  expect(greetingName({ first_name: "太郎", last_name: "山田", name: "山田 太郎" })).toBe("山田 太郎");
  expect(greetingName({ first_name: "", last_name: "", name: "Blue Bottle" })).toBe("Blue Bottle");
});
