"use client";

import { useControl } from "@/components/ui/control";

export function FileInput({ accept, onFile }: { accept: string; onFile: (file: File) => void }) {
  const control = useControl({});
  return (
    <input
      {...control}
      type="file"
      accept={accept}
      className="w-full rounded-md border border-control bg-surface text-base file:me-3 file:h-control file:border-0 file:bg-sunken file:px-3 file:font-medium file:text-ink hover:border-ink/60"
      onChange={(event) => {
        const [file] = event.target.files ?? [];
        // Without this, the same file could not be selected again after it was corrected.
        event.target.value = "";
        if (file) onFile(file);
      }}
    />
  );
}

export function readBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
