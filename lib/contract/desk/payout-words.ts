// `waiting` is reserved and not sent yet, `unknown` was sent with unknown outcome, and `made` exists in the API. The
// commissions of the last three are free again: `failed` was not made, `cancelled` was not sent, and `returned` was
// made and later failed or was cancelled by the API.
export const payoutStates = ["waiting", "sending", "unknown", "made", "failed", "cancelled", "returned"] as const;

/** These end when the affiliate enters payout details. */
export const detailsBlockings = [
  "no_method",
  "no_details",
  "unconfirmed",
  "details_unreadable",
  "holder_name",
  "bic_country",
] as const;
export const blockings = [
  ...detailsBlockings,
  "not_active",
  "email_changed",
  "gone",
  "negative",
  "unreadable",
] as const;

export const payoutWarnings = [
  "method_changed",
  "method_unknown",
  "status_unknown",
  "first_payout",
  "returned",
  "unusual",
  "repeated",
  "unlisted",
  "unsettled",
] as const;

export const exclusions = ["on_hold", "reserved", "too_many", "under_minimum", "nothing_due"] as const;

/** What a file can say about a payment. */
export const saidOutcomes = ["processing", "paid", "failed"] as const;

/** Why a line of a file changes nothing, whatever its payout is. */
export const saidProblems = ["no_amount", "amount_unclear", "incoming", "day_unclear"] as const;

export const matchProblems = [
  "not_found",
  "twice",
  "no_status",
  "other_amount",
  "other_currency",
  "other_total",
  "day_future",
  "day_early",
  "over",
  "already",
  ...saidProblems,
] as const;

/** The columns of a bank's CSV file that matter. Without the first two, nothing is read from it. */
export const answerColumns = ["reference", "amount", "currency", "status", "date"] as const;
/** The number of each column, from 0, or null if the file has no such column. */
export type AnswerColumns = Record<(typeof answerColumns)[number], number | null>;

export const fileFormats = ["sepa", "bank", "paypal", "wise", "wise_recipients"] as const;

// `waiting` needs a second person, `ready` can be downloaded once, and `released` was downloaded.
export const fileStates = ["waiting", "ready", "released", "withdrawn"] as const;

/** Why a second person must approve: the amount, a currency that cannot be compared, or an account that changed. */
export const approvalReasons = ["amount", "currency", "changed"] as const;

/** Why a payout of a batch is in no file. */
export const leftOutReasons = [
  "open",
  "unknown",
  "over",
  "unlisted",
  "no_details",
  "unconfirmed",
  "email_changed",
  "unreadable",
  "amount",
  "name",
  "bic",
] as const;

export const addressNames = ["street", "postcode", "town", "country"] as const;
export const detailsKinds = ["iban", "paypal", "wise", "bank_us", "bank_uk"] as const;
export const accountTypes = ["checking", "savings"] as const;
