import encodeQR from "qr";
import { cn } from "@/components/ui/cn";

/** `path` contains all dark modules. `size` includes the quiet zone around them, which many readers need. */
export type Qr = { size: number; path: string };

/** About 25 pixels for a module, which is enough for a poster. */
const pixels = 1_024;

export function qrOf(text: string): Qr | null {
  try {
    const rows = encodeQR(text, "raw", { border: 4, ecc: "medium" });
    const modules = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size: rows.length, path: modules.join("") };
  } catch {
    return null;
  }
}

/** The code is dark on white in every theme, because QR readers expect that. */
export function QrPicture({ code: { size, path }, label, className }: { code: Qr; label: string; className: string }) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={cn("w-full justify-self-center rounded-sm", className)}
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  );
}

export function svgOf({ size, path }: Qr): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${pixels}" height="${pixels}" shape-rendering="crispEdges">`,
    `<rect width="${size}" height="${size}" fill="#ffffff"/><path d="${path}" fill="#000000"/></svg>\n`,
  ].join("");
}

/** Each module has whole pixels, so that edges are sharp. Returns null if the browser cannot draw. */
export async function drawQr({ size, path }: Qr): Promise<Blob | null> {
  const scale = Math.max(1, Math.floor(pixels / size));
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size * scale;
  const pen = canvas.getContext("2d");
  if (!pen) return null;
  pen.scale(scale, scale);
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, size, size);
  pen.fillStyle = "#000000";
  pen.fill(new Path2D(path));
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
