import { deflateSync, inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { toIndexedPng } from "./indexed-png.ts";

/** Without a checksum, which nothing reads here. */
const chunk = (type: string, data: Buffer) => {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  return Buffer.concat([head, Buffer.from(type, "latin1"), data, Buffer.alloc(4)]);
};
const u32 = (...values: number[]) => {
  const buffer = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) buffer.writeUInt32BE(value, at * 4);
  return buffer;
};
const chunksOf = (png: Buffer) => {
  const found = new Map<string, Buffer>();
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    found.set(png.toString("latin1", at + 4, at + 8), png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  return found;
};

test("PNGs with every filter are read, and each pixel keeps its colour", () => {
  const [red, blue, grey] = [
    [200, 10, 20],
    [5, 10, 200],
    [128, 128, 128],
  ] as const;
  const rows = [
    [red, blue],
    [blue, grey],
    [grey, grey],
    [red, red],
    [blue, blue],
  ];
  const at = (x: number, y: number, channel: number) => rows[y]?.[x]?.[channel] ?? 0;
  const paeth = (a: number, b: number, c: number) => {
    const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
    return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
  };
  const lines = rows.flatMap((row, y) => [
    y,
    ...row.flatMap((colour, x) =>
      colour.map((value, channel) => {
        const [left, above, corner] = [at(x - 1, y, channel), at(x, y - 1, channel), at(x - 1, y - 1, channel)];
        return (value - ([0, left, above, (left + above) >> 1, paeth(left, above, corner)][y] as number)) & 255;
      }),
    ),
  ]);
  const png = Buffer.concat([
    Buffer.alloc(8),
    chunk("IHDR", Buffer.concat([u32(2, 5), Buffer.from([8, 2, 0, 0, 0])])),
    chunk("IDAT", deflateSync(Buffer.from(lines))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
  const chunks = chunksOf(toIndexedPng(png));
  expect([...(chunks.get("IHDR") ?? [])].slice(8)).toEqual([8, 3, 0, 0, 0]);
  const palette = chunks.get("PLTE") ?? Buffer.alloc(0);
  const indexes = inflateSync(chunks.get("IDAT") ?? Buffer.alloc(0));
  const shown = rows.map((row, y) =>
    row.map((_, x) => [...palette.subarray((indexes[y * 3 + x + 1] as number) * 3)].slice(0, 3)),
  );
  expect(shown).toEqual(rows.map((row) => row.map((colour) => [...colour])));
});
