import { expect, test } from "vitest";
import { connectionKey } from "./connection-key.ts";

const problem = (key: string) => connectionKey.safeParse({ key }).error?.issues[0]?.message;

test("a key that is too short is refused with the minimum length", () => {
  expect(problem("test_attack")).toBe("An API key has at least 12 characters.");
  expect(problem(" test_attack ")).toBe("An API key has at least 12 characters.");
  expect(problem("test_attacks")).toBeUndefined();
  expect(problem("test_an attack")).toBe("This does not look like an API key.");
});
