import { useQueryClient } from "@tanstack/react-query";
import { useOperation } from "../../../api/use-request.ts";
import { scoresOfThread } from "../../../generated/thread.ts";
import { useThreadPage } from "../thread-context.ts";
import { Thumbs } from "./thumbs.tsx";

export function ThreadThumbs({ threadId }: { readonly threadId: string }) {
  const { projectId } = useThreadPage();
  const client = useQueryClient();
  const { data } = useOperation(scoresOfThread, { id: threadId });
  if (!data?.threadDetail) return null;
  return (
    <Thumbs
      target={{ threadId }}
      scores={data.threadDetail.scores}
      onChanged={() => void client.invalidateQueries({ queryKey: [projectId] })}
    />
  );
}
