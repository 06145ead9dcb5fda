import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useProjectId } from "../../../api/project-id.ts";
import { usePermission } from "../../../api/use-permission.ts";
import { useOperation } from "../../../api/use-request.ts";
import { demoThreads } from "../../../generated/demo.ts";
import { useFormats } from "../../../messages/formats.ts";
import { Button } from "../../../ui/button.tsx";
import { DialogError } from "../../../ui/dialog-parts.tsx";
import styles from "../settings.module.css";
import { demoTagged } from "./demo-mark.ts";
import { useDemoText } from "./demo-messages.ts";
import { removeDemo } from "./remove-demo.ts";

/** Button that removes the demo's records. Hidden in projects without any. */
export function DemoData() {
  const t = useDemoText();
  const formats = useFormats();
  const projectId = useProjectId();
  const client = useQueryClient();
  const mayRemove = usePermission("write");
  const mayRemoveConnection = usePermission("connections");
  const { data } = useOperation(demoThreads, { filters: demoTagged });
  const [done, setDone] = useState(0);
  const [total, setTotal] = useState(0);
  const remove = useMutation({
    mutationFn: () => removeDemo({ projectId, mayRemoveConnection, onThread: setDone }),
    onSettled: () => client.invalidateQueries({ queryKey: [projectId] }),
  });
  const count = data?.threads.totalCount ?? 0;
  if (!mayRemove || (count === 0 && !remove.isPending && !remove.isError)) return null;
  const threads = formats.number(remove.isPending ? total : count);
  return (
    <div className={styles.form}>
      <h2>{t("title")}</h2>
      <p className={styles.about}>{t("about", { threads })}</p>
      <DialogError error={remove.error} />
      {remove.isPending && <p role="status">{t("removing", { done: formats.number(done), threads })}</p>}
      <div>
        <Button
          look="danger"
          disabled={remove.isPending}
          onClick={() => {
            setTotal(count);
            setDone(0);
            remove.mutate();
          }}
        >
          {t("remove")}
        </Button>
      </div>
    </div>
  );
}
