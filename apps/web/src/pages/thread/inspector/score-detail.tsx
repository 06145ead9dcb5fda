import { ThumbsDown, ThumbsUp } from "lucide-react";
import { useOperation } from "../../../api/use-request.ts";
import { scoreSchemaList } from "../../../generated/score-schemas.ts";
import { useFormats } from "../../../messages/formats.ts";
import { Badge } from "../../../ui/badge.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { scoreDetail } from "../../score-schemas/score-text.ts";
import { thumbChoices } from "../actions/thumb-choices.ts";
import type { Payload } from "../payloads/payload-cache.ts";
import { useThreadPage } from "../thread-context.ts";

type Score = Pick<Payload["scores"][number], "name" | "type" | "value" | "label">;

/** Value of a score, with its name if `isNamed`. A thumb of a member is shown as a thumb and its label. */
export function ScoreDetail({ score, isNamed = false }: { readonly score: Score; readonly isNamed?: boolean }) {
  const formats = useFormats();
  const { shareToken } = useThreadPage();
  const { data } = useOperation(scoreSchemaList, {}, { enabled: shareToken === null });
  const { name, up, down } = thumbChoices(data?.scoreSchemas ?? []);
  const isThumb = score.type === "HUMAN" && score.name === name;
  const choice = isThumb ? [up, down].find(({ value }) => value === score.value) : undefined;
  const Icon = choice === up ? ThumbsUp : ThumbsDown;
  return (
    <Badge tone={isNamed ? "neutral" : "accent"} name={isNamed ? score.name : undefined}>
      {choice ? (
        <>
          <Icon size={12} aria-hidden /> <VisibleText text={score.label ?? choice.label} />
        </>
      ) : (
        scoreDetail(score, formats)
      )}
    </Badge>
  );
}
