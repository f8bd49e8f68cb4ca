import decodeQR from "qr/decode.js";
import { expect, test } from "vitest";
import { qrOf, svgOf } from "./qr";

/** Draws the path with eight pixels to a module. */
function pixels(svg: string) {
  const size = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]);
  const [scale, width] = [8, size * 8];
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++) {
      for (let column = Number(x) * scale; column < (Number(x) + Number(length)) * scale; column++) {
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
      }
    }
  }
  return { width, height: width, data };
}

test.each(["https://go.example/r/a", `https://go.example/r/${"long-".repeat(40)}`])(
  "what is drawn of %s reads as it",
  (address) => {
    const code = qrOf(address);
    if (!code) throw new Error("There is no code.");
    expect(decodeQR(pixels(svgOf(code)))).toBe(address);
    expect(code.rows.slice(0, 4).flat()).not.toContain(true);
  },
);

test("a text that is too long for a QR code gives none", () => {
  expect(qrOf("x".repeat(5_000))).toBeNull();
});
