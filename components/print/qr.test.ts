import decodeQR from "qr/decode.js";
import { expect, test } from "vitest";
import { qrOf, svgOf } from "./qr";

/** Draws the path with eight pixels to a module. */
function pixels(svg: string) {
  const size = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]);
  const [scale, width] = [8, size * 8];
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y] of svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++) {
      const at = row * width + Number(x) * scale;
      for (let pixel = at; pixel < at + scale; pixel++) data.fill(0, pixel * 4, pixel * 4 + 3);
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
    // Four modules on each side stay white.
    for (const [, x, y] of code.path.matchAll(/M(\d+) (\d+)/g)) {
      expect(Math.min(Number(x), Number(y))).toBeGreaterThanOrEqual(4);
      expect(Math.max(Number(x), Number(y))).toBeLessThan(code.size - 4);
    }
  },
);

test("a text that is too long for a QR code gives none", () => {
  expect(qrOf("x".repeat(5_000))).toBeNull();
});
