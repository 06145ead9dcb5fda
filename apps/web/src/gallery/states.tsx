import { Button } from "../ui/button.tsx";
import { Updating } from "../ui/list-frame.tsx";
import { MissingRecord } from "../ui/missing-record.tsx";
import { EmptyState, ErrorState, LoadingState } from "../ui/page-state.tsx";
import { RecordList } from "../ui/record-list.tsx";
import { Group } from "./group.tsx";

export function States() {
  return (
    <>
      <Group title="Loading">
        {(["text", "rows", "chart", "page", "thread"] as const).map((shape) => (
          <LoadingState key={shape} shape={shape} />
        ))}
        <Updating />
      </Group>
      <Group title="Empty">
        {(["list", "done", "search", "chart", "account", "missing"] as const).map((drawing) => (
          <EmptyState key={drawing} drawing={drawing} title={`Nothing here (${drawing})`}>
            <Button look="primary">Create</Button>
          </EmptyState>
        ))}
        <MissingRecord isPage={false} title="User not found" />
      </Group>
      <Group title="List of all records">
        <RecordList
          records={["Tone", "Correctness"]}
          error={null}
          onRetry={() => undefined}
          empty="No evaluators"
          about="Evaluators score records."
          first={null}
        >
          {(names) => names.join(", ")}
        </RecordList>
      </Group>
      <Group title="Failed">
        <ErrorState error={new Error("The service does not respond.")} onRetry={() => undefined} />
      </Group>
    </>
  );
}
