import { useOperation } from "../../../api/use-request.ts";
import { judgeStates, type JudgeStatesQuery } from "../../../generated/agreement.ts";
import { visibleString } from "../../../messages/hidden-characters.ts";
import { Badge } from "../../../ui/badge.tsx";
import { useDriftingVersions } from "../use-drift.ts";
import { useMeasuredText } from "./measured-messages.ts";

type Judge = JudgeStatesQuery["judgeStates"][number];

/**
 * Warns about LLM judges that have too few human labels, and about LLM judges whose scores have shifted in the last
 * week. Checks only judges that create scores with one of the `names`. If `names` is null, checks all judges.
 */
export function JudgeMarks({ names }: { readonly names: readonly string[] | null }) {
  const { data } = useOperation(judgeStates, {}, { enabled: names === null || names.length > 0 });
  const judges = (data?.judgeStates ?? []).filter(({ scoreName }) => names === null || names.includes(scoreName));
  const drifting = useDriftingVersions(judges.map(({ versionId }) => versionId));
  return (
    <>
      <Mark about="judges" judges={judges.filter(({ measured }) => measured !== "MEASURED")} />
      <Mark about="drifting" judges={judges.filter(({ versionId }) => drifting.has(versionId))} />
    </>
  );
}

function Mark({ about, judges }: { readonly about: "judges" | "drifting"; readonly judges: readonly Judge[] }) {
  const t = useMeasuredText();
  if (judges.length === 0) return null;
  const text = t(about, { names: visibleString([...new Set(judges.map(({ scoreName }) => scoreName))].join(", ")) });
  return (
    <Badge tone="warning" title={text}>
      {text}
    </Badge>
  );
}
