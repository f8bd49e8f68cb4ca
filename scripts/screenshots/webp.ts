import type { Page } from "@playwright/test";

/** The browser writes the picture as lossless WebP, which has a quarter of a PNG's size. */
export async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  const url = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    return canvas.toDataURL("image/webp", 1);
  }, png.toString("base64"));
  return Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
}
