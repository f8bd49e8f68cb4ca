import type { Page } from "@playwright/test";

/** Everything the browser stores for the page's origin, and the page itself, as one text. */
export async function keptBy(page: Page): Promise<string> {
  const cookies = JSON.stringify(await page.context().cookies());
  const kept = await page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const texts = [JSON.stringify([{ ...localStorage }, { ...sessionStorage }, window.name, history.state])];
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store);
        texts.push(name, store, JSON.stringify([await settled(rows.getAllKeys()), await settled(rows.getAll())]));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        texts.push(name, request.url, (await (await cache.match(request))?.text()) ?? "");
      }
    }
    const typed = [...document.querySelectorAll<HTMLInputElement>("input, textarea")].map(({ value }) => value);
    return [...texts, ...typed, document.documentElement.outerHTML, location.href].join("\n");
  });
  return `${cookies}\n${kept}`;
}

/** Stores one word in each kind of browser storage, to prove that `keptBy` would find it. */
export async function plantIn(page: Page, words: readonly [string, string, string, string, string]): Promise<void> {
  await page.evaluate(async ([local, session, cookie, row, cached]) => {
    localStorage.setItem("planted", local);
    sessionStorage.setItem("planted", session);
    // biome-ignore lint/suspicious/noDocumentCookie: as any script of a page could.
    document.cookie = `planted=${cookie}; path=/`;
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open("planted");
      opening.onerror = () => reject(opening.error);
      opening.onupgradeneeded = () => opening.result.createObjectStore("rows");
      opening.onsuccess = () => {
        const writing = opening.result.transaction("rows", "readwrite");
        writing.objectStore("rows").put({ row }, "key");
        writing.oncomplete = () => {
          opening.result.close();
          resolve();
        };
      };
    });
    await (await caches.open("planted")).put("/planted", new Response(cached));
  }, words);
}
