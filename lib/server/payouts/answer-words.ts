import type { AnswerColumns, saidOutcomes } from "../../contract/desk/payout-words.ts";

// What banks and payment services call the columns of their files, and how they say what became of a payment. Only a whole
// heading is known, never a part of one: "Fee amount" is not the amount, and "Tax status" is not the status.

type Becomes = (typeof saidOutcomes)[number] | null;
type Kind = keyof AnswerColumns;

/** Without case, accents, kinds of dashes and spaces, and the wide letters of Japanese files. */
export const plain = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .replace(/[\s_\-–—/:*]+/g, " ")
    .replace(/[.\s]+$/, "")
    .trim();

/** Each line is one rank: an earlier one comes first, and two columns of one rank leave the choice to a person. */
const headings: Record<Kind, readonly string[]> = {
  reference: [
    "reference id|payout id|payout_id|paymentreference|end to end id|endtoendid|end to end reference|ende zu ende referenz|kundenreferenz (end to end)|reference de bout en bout|referencia de extremo a extremo|sender item id|unique id|custom unique id",
    "reference|referenz|kundenreferenz|zahlungsreferenz|referencia|payment reference|customer reference|reference client|参照番号|整理番号|照会番号|edi情報|顧客番号",
    "verwendungszweck|vorgang verwendungszweck|description|libelle|libelle operation|libelle de l'operation|motif|communication|concepto|descripcion|observaciones|memo|note|bank description|details|subject|摘要|摘要内容|お取り扱い内容|お取扱内容|お取引内容|取引内容|備考|メモ|振込依頼人名",
  ],
  amount: [
    "amount|gross|gross amount|payment amount|transaction amount|betrag|umsatz|montant|montant de l'operation|importe|monto|cantidad|金額|取引金額|振込金額|送金金額",
    "target amount|target amount (after fees)|betrag in kontowahrung",
    "debit|debit amount|amount debited|money out|paid out|withdrawal|withdrawals|soll|belastung|lastschrift|ausgaben|debits|montant debit|cargo|cargos|debe|retiro|retiros|出金|出金額|出金金額|引出額|お支払金額|お引出し|支払金額",
  ],
  currency: [
    "currency|currency code|ccy|wahrung|waehrung|devise|monnaie|divisa|moneda|通貨|通貨コード",
    "target currency|payment currency|account currency|kontowahrung",
  ],
  status: [
    "status|state|zustand|statut|etat|estado|situacion|transaction status|payment status|auftragsstatus|ステータス|状態|状況|処理状況|処理結果|振込結果|結果",
    "info",
  ],
  date: [
    "booking date|buchungstag|buchungsdatum|buchung|posting date|date comptable|date d'operation|date operation|date de l'operation|fecha operacion|fecha de operacion|fecha contable|取引日|お取引日|取扱日|お取り扱い日|振込日|勘定日|date completed (utc)|completed date|finished on|execution date",
    "value date|valuta|valutadatum|wertstellung|wert|date de valeur|date valeur|fecha valor|fecha de valor|起算日",
    "date|date (utc)|datum|fecha|日付|年月日",
  ],
};

const ranks = Object.fromEntries(
  Object.entries(headings).map(([kind, lines]) => [kind, lines.map((line) => new Set(line.split("|").map(plain)))]),
) as Record<Kind, Set<string>[]>;

const debits = ranks.amount.at(-1);

/** A heading such as "Betrag (EUR)" says the currency, too. */
export function headingOf(text: string): { name: string; currency: string | null } {
  const [, name, code] = /^(.+?)\s*[([]([A-Z]{3})[)\]]$/.exec(text.normalize("NFKC").trim()) ?? [];
  return name && code && code !== "UTC" ? { name: plain(name), currency: code } : { name: plain(text), currency: null };
}

/** The one column of this kind, or null if there is none or more than one that is as good. */
export function columnFor(kind: Kind, texts: readonly string[]): { at: number | null; several: readonly number[] } {
  for (const names of ranks[kind]) {
    const found = texts.flatMap((text, at) => (names.has(headingOf(text).name) ? [at] : []));
    if (found.length > 0) return { at: found.length === 1 ? (found[0] as number) : null, several: found };
  }
  return { at: null, several: [] };
}

/** Whether every amount under this heading was paid out. */
export const isDebit = (text: string): boolean => debits?.has(headingOf(text).name) ?? false;

const words: Record<NonNullable<Becomes>, string> = {
  paid:
    "completed|complete|paid|success|succeeded|successful|sent|claimed|done|funds sent|outgoing payment sent|booked|executed|settled|posted|processed|cleared|debit|debited" +
    "|ausgefuhrt|gebucht|umsatz gebucht|erledigt|abgeschlossen|uberwiesen|bezahlt|gesendet|verbucht|soll|belastung" +
    "|effectue|effectuee|execute|executee|paye|payee|regle|termine|terminee|comptabilise|comptabilisee|envoye|envoyee|reussi" +
    "|completado|completada|pagado|pagada|realizado|realizada|ejecutado|ejecutada|enviado|enviada|liquidado|liquidada|contabilizado" +
    "|完了|処理済|処理済み|振込済|振込済み|支払済|支払済み|支払い済み|送金済|送金済み|送金完了|振込完了|正常|正常終了|成功",
  failed:
    "failed|failure|returned|refunded|reversed|reverted|denied|declined|blocked|rejected|cancelled|canceled|bounced back|funds refunded|charged back|expired" +
    "|abgelehnt|zuruckgewiesen|fehlgeschlagen|storniert|abgebrochen|zuruckgegeben|ruckgabe|nicht ausgefuhrt|zuruckgezahlt|erstattet" +
    "|rejete|rejetee|refuse|refusee|echoue|echouee|echec|annule|annulee|retourne|retournee|rembourse|remboursee" +
    "|rechazado|rechazada|fallido|fallida|cancelado|cancelada|anulado|anulada|devuelto|devuelta|denegado|denegada|reembolsado" +
    "|エラー|失敗|不能|振込不能|組戻|組戻し|返却|返金|取消|取消済|取り消し|キャンセル|却下|差戻|差戻し|差し戻し",
  processing:
    "pending|processing|unclaimed|on hold|onhold|held|in progress|funds converted|incoming payment waiting|created|scheduled|queued" +
    "|in bearbeitung|vorgemerkt|umsatz vorgemerkt|offen|ausstehend|in ausfuhrung|geplant|terminiert" +
    "|en cours|en attente|en traitement|programme|programmee" +
    "|pendiente|en proceso|procesando|en curso|programado|programada" +
    "|処理中|受付中|受付済|受付済み|予約|予約中|予約済|保留|保留中|送金中|未処理",
};

const outcomes = new Map(
  Object.entries(words).flatMap(([becomes, all]) => all.split("|").map((word) => [plain(word), becomes as Becomes])),
);

export const becomesOf = (status: string | null): Becomes => outcomes.get(plain(status ?? "")) ?? null;
