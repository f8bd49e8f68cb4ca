import * as z from "zod";

/** Marks a field, parameter or operation as ours: OpenAPI says so, and a connection without it never gets it. */
export const extension = { extension: true } as const;

export const timestamp = z.iso.datetime({ error: "Must be an ISO 8601 time in UTC." });
export const day = z.iso.date({ error: "Must be a date as YYYY-MM-DD." });

export const text = (max: number) =>
  z
    .string()
    .trim()
    .min(1, "Must not be empty.")
    .max(max, `Must be at most ${max} characters.`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
    .regex(/^[^\u0000-\u001f\u007f]*$/, "Must not contain control characters.");

/** A word of a vocabulary that the specification leaves open, such as a status or a placement. */
export const slug = text(40).regex(/^[A-Za-z0-9_.-]+$/, "Must be letters, digits, dots, dashes or underscores.");

/** Ids of a merchant's platform: free text, because platforms use URLs and colons in them. */
export const externalId = text(200);

const wholeNumber = (label: string) => z.coerce.number({ error: label }).int(label).min(1, label);

/** Page sizes: the checkout examples use 20, its maximum is not shown; 100 is the affiliate API's and ours. */
export const pageQuery = (defaultSize: number) =>
  z.object({
    page: wholeNumber("Must be a whole number from 1 up.").max(1_000_000, "Must be at most 1000000.").default(1),
    per_page: wholeNumber("Must be a whole number from 1 to 100.")
      .max(100, "Must be a whole number from 1 to 100.")
      .default(defaultSize),
  });

export const pagination = z.looseObject({
  page: z.number().int(),
  per_page: z.number().int(),
  /** Absent in implementations that do not count. */
  total: z.number().int().nullable(),
});

export type Pagination = z.infer<typeof pagination>;
export type Page<T> = { data: T[]; pagination: Pagination };

export const listOf = <T extends z.ZodType>(item: T) => z.looseObject({ data: z.array(item), pagination });

/** Delete answers: the specification allows an empty body or a confirmation. */
export const confirmation = z.looseObject({ id: z.string().optional(), deleted: z.boolean().optional() });
