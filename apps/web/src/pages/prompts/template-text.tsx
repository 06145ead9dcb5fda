import { VisibleText } from "../../ui/visible-text.tsx";
export function TemplateText({ text }: { readonly text: string }) {
  return text.split(/(\{\{\{?[^{}]*\}?\}\})/).map((part, index) =>
    // Parts are identified by their index only; every second one is a variable.
    index % 2 === 1 ? (
      <mark key={index}>
        <VisibleText text={part} />
      </mark>
    ) : (
      <VisibleText key={index} text={part} />
    ),
  );
}
