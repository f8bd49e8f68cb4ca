import { useTranslations } from "next-intl";
import type { UseFormReturn } from "react-hook-form";
import { usePart } from "@/components/audience/use-part";
import { messageAt } from "@/components/forms/form-field";
import { DecimalInput } from "@/components/ui/decimal-input";
import { Field } from "@/components/ui/field";
import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";
import { piecesOf } from "@/lib/contract/checkout/upsell-words";

export const quantityParts = ["least", "most"] as const;

type Props = { form: UseFormReturn<UpsellDraft>; values: UpsellDraft };

/** How many pieces are offered, or may be chosen. */
export function QuantityFields({ form, values: { quantity = {} } }: Props) {
  const t = useTranslations("upsells.form");
  const set = usePart(form, "quantity", quantity);
  const usual = { least: "1", most: String(piecesOf(quantity).least) };
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      {quantityParts.map((of) => (
        <Field
          key={of}
          name={`quantity.${of}`}
          label={t(`labels.quantity_${of}`)}
          description={t(`quantityHints.${of}`)}
          error={messageAt(form.formState.errors, `quantity.${of}`)}
        >
          <DecimalInput
            value={quantity[of] ?? Number.NaN}
            onValueChange={(value) => set(of, value)}
            placeholder={usual[of]}
          />
        </Field>
      ))}
    </div>
  );
}
