import encodeQR from "qr";

/** Modules as one path; `size` counts the quiet zone around them, without which many readers find nothing. */
export type Qr = { rows: boolean[][]; size: number; path: string };

const quiet = 4;
/** Enough for a poster: a module is some 25 pixels. */
const pixels = 1_024;

/** Null where the text is longer than any code holds. */
export function qrOf(text: string): Qr | null {
  try {
    const rows = encodeQR(text, "raw", { border: quiet, ecc: "medium" });
    return { rows, size: rows.length, path: rows.map(pathOfRow).join("") };
  } catch {
    return null;
  }
}

/** Neighbours in one stroke: without gaps between them at any size. */
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

/** As PNG; whole pixels to a module, so that no edge is grey. Null where the browser cannot. */
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
