import { VisibleText } from "../../ui/visible-text.tsx";
export function TemplateText({ text }: { readonly text: string }) {
  return text.split(/(\{\{\{?[^{}]*\}?\}\})/).map((part, index) =>
    // Parts have no ids, so the index is the key. Parts at odd indexes are variables.
    index % 2 === 1 ? (
      <mark key={index}>
        <VisibleText text={part} />
      </mark>
    ) : (
      <VisibleText key={index} text={part} />
    ),
  );
}
