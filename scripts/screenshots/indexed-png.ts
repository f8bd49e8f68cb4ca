import { crc32, deflateSync, inflateSync } from "node:zlib";

// A screen has few colours, so a PNG with a palette is a third as large as the browser's.

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const mostColours = 256;
/** The rest of the palette is for rare colours that matter, such as an amber sign. */
const mostByCount = 128;

type Pixels = { width: number; height: number; rgb: Uint32Array };

export function toIndexedPng(png: Buffer): Buffer {
  const { width, height, rgb } = readPng(png);
  const { palette, indexOf } = choosePalette(rgb);
  // A byte before each line says that the line is not filtered, which suits a palette best.
  const lines = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) lines[y * (width + 1) + x + 1] = indexOf.get(rgb[y * width + x] as number) ?? 0;
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  const data = deflateSync(lines, { level: 9, memLevel: 9 });
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("PLTE", colours),
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}

/** Chooses the most frequent colours, then those that would be missed most. Others become the nearest of these. */
function choosePalette(rgb: Uint32Array): { palette: number[]; indexOf: Map<number, number> } {
  const counts = new Map<number, number>();
  for (const colour of rgb) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const byCount = [...counts].sort((a, b) => b[1] - a[1]);
  const palette = byCount.slice(0, mostByCount).map(([colour]) => colour);
  const others = byCount.slice(mostByCount).map(([colour, count]) => {
    const index = nearest(colour, palette);
    return { colour, count, index, error: distance(colour, palette[index] as number) };
  });
  const missed = ({ error, count }: (typeof others)[number]) => error * Math.sqrt(count);
  while (palette.length < mostColours && others.some(({ error }) => error > 0)) {
    const { colour } = others.reduce((worst, one) => (missed(one) > missed(worst) ? one : worst));
    const index = palette.push(colour) - 1;
    for (const other of others) {
      const error = distance(other.colour, colour);
      if (error < other.error) Object.assign(other, { error, index });
    }
  }
  const indexOf = new Map(palette.map((colour, index) => [colour, index]));
  for (const { colour, index } of others) indexOf.set(colour, index);
  return { palette, indexOf };
}

const distance = (a: number, b: number): number =>
  ((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2;

function nearest(colour: number, palette: readonly number[]): number {
  let best = 0;
  for (const [index, other] of palette.entries()) {
    if (distance(colour, other) < distance(colour, palette[best] as number)) best = index;
  }
  return best;
}

/** Reads a browser's PNG: eight bits for each of three colours, with or without transparency. */
function readPng(png: Buffer): Pixels {
  const parts: Buffer[] = [];
  let [width, height, channels] = [0, 0, 3];
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString("latin1", at + 4, at + 8);
    const data = png.subarray(at + 8, at + 8 + length);
    if (type === "IHDR") {
      [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
      if (data[8] !== 8 || ![2, 6].includes(data[9] as number) || data[12] !== 0) throw new Error("An unknown PNG.");
      channels = data[9] === 6 ? 4 : 3;
    } else if (type === "IDAT") parts.push(data);
    at += length + 12;
  }
  const bytes = unfilter(inflateSync(Buffer.concat(parts)), width * channels, channels);
  const rgb = new Uint32Array(width * height);
  for (let pixel = 0; pixel < rgb.length; pixel++) {
    const at = pixel * channels;
    rgb[pixel] = ((bytes[at] as number) << 16) | ((bytes[at + 1] as number) << 8) | (bytes[at + 2] as number);
  }
  return { width, height, rgb };
}

/** The first byte of a line names the prediction of its pixels: from the left, from above, from both, or by Paeth. */
function unfilter(lines: Buffer, stride: number, step: number): Buffer {
  const height = lines.length / (stride + 1);
  const bytes = Buffer.alloc(height * stride);
  for (let y = 0; y < height; y++) {
    const filter = lines[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x < step ? 0 : (bytes[at - step] as number);
      const above = y === 0 ? 0 : (bytes[at - stride] as number);
      const corner = x < step || y === 0 ? 0 : (bytes[at - stride - step] as number);
      const guesses = [0, left, above, (left + above) >> 1, paeth(left, above, corner)];
      bytes[at] = (lines[y * (stride + 1) + 1 + x] as number) + (guesses[filter as number] as number);
    }
  }
  return bytes;
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const [toLeft, toAbove, toCorner] = [left, above, corner].map((value) => Math.abs(guess - value)) as [
    number,
    number,
    number,
  ];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
