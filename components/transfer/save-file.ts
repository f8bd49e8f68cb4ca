export function saveFile(content: Blob, name: string): void {
  const href = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = href;
  link.download = name;
  link.click();
  // The browser needs the address until it has started to read the file.
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
