import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Combobox } from "@/components/ui/combobox";
import { DecimalInput } from "@/components/ui/decimal-input";
import { Field } from "@/components/ui/field";
import { FormBar } from "@/components/ui/form-bar";
import { FormErrorSummary } from "@/components/ui/form-error-summary";
import { FormSection } from "@/components/ui/form-section";
import { DateInput, Input, NumberInput, Textarea } from "@/components/ui/input";
import { RadioCards } from "@/components/ui/radio-group";
import { SearchInput } from "@/components/ui/search-input";
import { Select } from "@/components/ui/select";
import { TokenField } from "@/components/ui/token-field";
import { focused, Group, long, Specimen } from "./specimen";

const products = [
  { value: "prod_kettle", label: "Kettle", hint: "€49.00" },
  { value: "prod_mug", label: "Mug", hint: "€12.00" },
];
const error = "Must be at most 80 characters.";

export function Forms() {
  const [product, setProduct] = useState("prod_kettle");
  const [tokens, setTokens] = useState(["prod_kettle", "prod_mug"]);
  const [search, setSearch] = useState("");
  const [amount, setAmount] = useState(12.5);
  const [day, setDay] = useState("2026-11-22");
  const [kind, setKind] = useState("percentage");
  const columns = "grid gap-4 sm:grid-cols-2";
  return (
    <Group name="forms" title="Forms">
      <Specimen of="field input" wide>
        <div className={columns}>
          <Field label="Name" description="The name your team knows the offer by.">
            <Input defaultValue="Care kit" />
          </Field>
          <Field label="Required" required>
            <Input placeholder="Empty" />
          </Field>
          <Field label="Focus">
            <Input defaultValue="Care kit" ref={focused} />
          </Field>
          <Field label="Invalid" error={error}>
            <Input defaultValue={long} />
          </Field>
          <Field label="Disabled" disabled>
            <Input defaultValue="Care kit" />
          </Field>
          <Field label="Amount" optional>
            <NumberInput defaultValue="15" suffix="%" />
          </Field>
          <Field label="Note">
            <Textarea defaultValue={long} />
          </Field>
        </div>
      </Specimen>
      <Specimen of="decimal-input select" wide>
        <div className={columns}>
          <Field label="Price">
            <DecimalInput value={amount} onValueChange={setAmount} prefix="€" />
          </Field>
          <Field label="Day">
            <DateInput value={day} onValueChange={setDay} />
          </Field>
          <Field label="Status">
            <Select
              options={[
                { value: "active", label: "Active" },
                { value: "draft", label: "Draft" },
              ]}
            />
          </Field>
          <Field label="Status, invalid" error="Choose a status.">
            <Select placeholder="None" options={[{ value: "active", label: "Active" }]} />
          </Field>
        </div>
      </Specimen>
      <Specimen of="combobox suggestions picture" wide>
        <Field label="Product">
          <Combobox value={product} onValueChange={setProduct} options={products} />
        </Field>
        <Field label="Product, invalid" error="This is required.">
          <Combobox value="" onValueChange={setProduct} options={products} placeholder="Name or ID" />
        </Field>
      </Specimen>
      <Specimen of="token-field" wide>
        <Field label="Trigger products">
          <TokenField
            value={tokens}
            onValueChange={setTokens}
            options={products}
            nameOf={(id) => products.find(({ value }) => value === id)?.label ?? id}
          />
        </Field>
        <Field label="Trigger products, long">
          <TokenField value={[long]} onValueChange={setTokens} options={products} />
        </Field>
      </Specimen>
      <Specimen of="search-input" wide>
        <SearchInput value={search} onValueChange={setSearch} label="Search the offers" shortcut={false} />
      </Specimen>
      <Specimen of="checkbox">
        <Checkbox label="Unchecked" />
        <Checkbox label="Checked" defaultChecked />
        <Checkbox label="Some" indeterminate readOnly checked={false} />
        <Checkbox label="Disabled" disabled />
        <Checkbox label="Described" description="What follows from it, in a sentence." />
      </Specimen>
      <Specimen of="radio-group" wide>
        <RadioCards
          label="Discount"
          value={kind}
          onValueChange={setKind}
          options={[
            { value: "percentage", label: "Percentage", description: "Of the product’s price." },
            { value: "fixed", label: "Fixed amount", description: "In the currency of the store." },
            { value: "other", label: "Disabled", disabled: true },
          ]}
        />
      </Specimen>
      <Specimen of="form-section form-error-summary form-bar" wide>
        <FormErrorSummary
          errors={[{ name: "name", label: "Name", message: error }, { message: "The discount is out of range." }]}
        />
        <FormSection level={3} title="Where and when" description="What a part of a form is about.">
          <Field label="Placement">
            <Input defaultValue="post_purchase" />
          </Field>
        </FormSection>
        <form onSubmit={(event) => event.preventDefault()}>
          <FormBar dirty onDiscard={() => undefined} saveLabel="Save changes" />
        </form>
      </Specimen>
    </Group>
  );
}
