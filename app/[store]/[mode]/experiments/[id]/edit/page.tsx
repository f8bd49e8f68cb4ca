import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { ExperimentEdit } from "../../editor/experiment-editor";
import { editorTexts, fetchForEditor } from "../../reads";

export const generateMetadata = titled("experimentEditor.editTitle");

export default async function EditExperimentPage({ params }: PageProps<"/[store]/[mode]/experiments/[id]/edit">) {
  const id = decodeURIComponent((await params).id);
  return (
    <Screen {...(await params)} of={editorTexts} load={(tools) => fetchForEditor(tools, id)}>
      <ExperimentEdit id={id} />
    </Screen>
  );
}
