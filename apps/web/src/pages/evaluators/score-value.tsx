import { useFormats } from "../../messages/formats.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { scoreDetail } from "../score-schemas/score-text.ts";

export function ScoreValue({
  score: { value, label },
}: {
  readonly score: { readonly value: number | null; readonly label: string | null };
}) {
  const formats = useFormats();
  return <VisibleText text={value === null && label !== null ? label : scoreDetail({ value, label }, formats)} />;
}
