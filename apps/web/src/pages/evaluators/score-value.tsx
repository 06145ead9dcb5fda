import { useFormats } from "../../messages/formats.ts";
import { VisibleText } from "../../ui/visible-text.tsx";

export function ScoreValue({
  score: { value, label },
}: {
  readonly score: { readonly value: number | null; readonly label: string | null };
}) {
  const formats = useFormats();
  if (label === null) return formats.number(value);
  return (
    <>
      <VisibleText text={label} /> · {formats.number(value)}
    </>
  );
}
