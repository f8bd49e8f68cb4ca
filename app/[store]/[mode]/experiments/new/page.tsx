import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { ExperimentCreate } from "../editor/experiment-editor";
import { editorTexts, fetchForEditor } from "../reads";

export const generateMetadata = titled("experimentEditor.createTitle");

export default async function NewExperimentPage({
  params,
  searchParams,
}: PageProps<"/[store]/[mode]/experiments/new">) {
  const { from } = await searchParams;
  const source = typeof from === "string" && from !== "" ? from : null;
  return (
    <Screen {...(await params)} of={editorTexts} load={(tools) => fetchForEditor(tools, source)}>
      <ExperimentCreate key={source} source={source} />
    </Screen>
  );
}
