import { useFormats } from "../../messages/formats.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { scoreDetail } from "../score-schemas/score-text.ts";

export function ScoreValue({
  score: { value, label },
}: {
  readonly score: { readonly value: number | null; readonly label: string | null };
}) {
  const formats = useFormats();
  const text = value === null ? (label ?? formats.number(value)) : scoreDetail({ value, label }, formats);
  return <VisibleText text={text} />;
}
