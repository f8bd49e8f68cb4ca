import type { ReactNode } from "react";
import { ChooseLanguage } from "@/components/choose-language";
import { FirstPaintEnd } from "@/components/ui/page-header";
import { Wordmark } from "@/components/ui/wordmark";

export default function AccountLayout({ children }: { children: ReactNode }) {
  return (
    <main id="main" className="mx-auto grid min-h-dvh w-full max-w-md content-start gap-6 px-4 py-10 sm:py-20">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Wordmark className="h-7 w-auto" />
        <ChooseLanguage />
      </div>
      {children}
      <FirstPaintEnd />
    </main>
  );
}
