import {
  type DocumentNode,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  type SelectionSetNode,
} from "graphql";

/** As Shopify documents it: an object costs 1, a connection 2 and what its `first` returns, a mutation 10. */
export function costOf(schema: GraphQLSchema, { definitions }: DocumentNode): number {
  return definitions.reduce((sum, definition) => {
    if (definition.kind !== "OperationDefinition") return sum;
    const isMutation = definition.operation === "mutation";
    const type = isMutation ? schema.getMutationType() : schema.getQueryType();
    const fields = definition.selectionSet.selections.length;
    return sum + (isMutation ? 10 * fields : selected(schema, type ?? undefined, definition.selectionSet));
  }, 0);
}

function selected(schema: GraphQLSchema, type: GraphQLOutputType | undefined, set: SelectionSetNode): number {
  let sum = 0;
  for (const selection of set.selections) {
    if (selection.kind === "InlineFragment") {
      const name = selection.typeCondition?.name.value ?? "";
      sum += selected(schema, schema.getType(name) as GraphQLOutputType, selection.selectionSet);
    }
    if (selection.kind === "Field") sum += fieldCost(schema, type, selection);
  }
  return sum;
}

function fieldCost(schema: GraphQLSchema, parent: GraphQLOutputType | undefined, field: FieldNode): number {
  const known =
    parent && "getFields" in parent ? (parent as GraphQLObjectType).getFields()[field.name.value] : undefined;
  const type = known && getNamedType(known.type);
  if (!type || !isCompositeType(type) || !field.selectionSet || field.name.value === "pageInfo") return 0;
  const inner = selected(schema, type as GraphQLOutputType, field.selectionSet);
  const first = field.arguments?.find(({ name }) => name.value === "first")?.value;
  const count = first?.kind === "IntValue" ? Number(first.value) : 1;
  if (!type.name.endsWith("Connection")) return count * (1 + inner);
  // The nodes are the connection's own field, which counts once.
  return 2 + count * inner;
}

/** The objects in an answer. */
export function objectsIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + objectsIn(one), 0);
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Object.values(value).reduce<number>((sum, one) => sum + objectsIn(one), 0);
}
