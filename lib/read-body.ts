/** Null if the message is longer than `maxBytes`, whatever its content-length header says. */
export async function readText(message: Request | Response, maxBytes: number): Promise<string | null> {
  return (await readBytes(message, maxBytes))?.toString("utf8") ?? null;
}

/** For verifying signatures, which cover bytes. */
export async function readBytes({ headers, body }: Request | Response, maxBytes: number): Promise<Buffer | null> {
  if (!body) return Buffer.alloc(0);
  if (Number(headers.get("content-length") ?? 0) > maxBytes) {
    body.cancel().catch(() => {});
    return null;
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    // Leaving the loop cancels the stream.
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
