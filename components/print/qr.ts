import encodeQR from "qr";

/** `path` contains all modules. `size` includes the quiet zone around them, which many readers need. */
export type Qr = { rows: boolean[][]; size: number; path: string };

const quiet = 4;
/** About 25 pixels for a module, which is enough for a poster. */
const pixels = 1_024;

export function qrOf(text: string): Qr | null {
  try {
    const rows = encodeQR(text, "raw", { border: quiet, ecc: "medium" });
    return { rows, size: rows.length, path: rows.map(pathOfRow).join("") };
  } catch {
    return null;
  }
}

/** Neighbouring modules are drawn in one stroke, so that no gaps appear at any size. */
function pathOfRow(row: readonly boolean[], y: number): string {
  let path = "";
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue;
    let width = 1;
    while (row[x + width]) width++;
    path += `M${x} ${y}h${width}v1h-${width}z`;
    x += width;
  }
  return path;
}

export function svgOf({ size, path }: Qr): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${pixels}" height="${pixels}" shape-rendering="crispEdges">`,
    `<rect width="${size}" height="${size}" fill="#ffffff"/><path d="${path}" fill="#000000"/></svg>\n`,
  ].join("");
}

/** Each module has whole pixels, so that edges are sharp. Returns null if the browser cannot draw. */
export async function drawQr({ rows, size }: Qr): Promise<Blob | null> {
  const scale = Math.max(1, Math.floor(pixels / size));
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size * scale;
  const pen = canvas.getContext("2d");
  if (!pen) return null;
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = "#000000";
  for (const [y, row] of rows.entries()) {
    for (const [x, dark] of row.entries()) if (dark) pen.fillRect(x * scale, y * scale, scale, scale);
  }
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
