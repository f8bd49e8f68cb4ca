/** The name is the server's if it is empty. */
export function download(href: string, name = ""): void {
  const link = document.createElement("a");
  link.href = href;
  link.download = name;
  link.click();
}

export function saveFile(content: Blob, name: string): void {
  const href = URL.createObjectURL(content);
  download(href, name);
  // The browser needs the address until it has started to read the file.
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
