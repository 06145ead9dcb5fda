import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useProjectId } from "../../api/project-id.ts";
import { sessionOptions } from "../../api/session.ts";
import { useChange, useOperation } from "../../api/use-request.ts";
import { secondFactorRule, setSecondFactorRule } from "../../generated/settings.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { DialogError } from "../../ui/dialog-parts.tsx";
import { useSecondFactorText } from "./second-factor-messages.ts";
import styles from "./settings.module.css";

/** Owners' setting that requires members to use two-factor authentication. */
export function SecondFactorRule() {
  const t = useSecondFactorText();
  const projectId = useProjectId() ?? "";
  const { data: session } = useSuspenseQuery(sessionOptions);
  const { data, error } = useOperation(secondFactorRule, {});
  const change = useChange(setSecondFactorRule);
  const [isAsking, setIsAsking] = useState(false);
  const isOn = data?.viewer.project?.requiresSecondFactor ?? false;
  const { account } = session;
  // An owner with a password but without two-factor authentication cannot turn on this setting, because it would lock
  // the owner out of the project.
  const isOwnMissing = !isOn && account !== null && account.hasPassword && !account.hasSecondFactor;
  const lacking = (data?.members ?? []).filter(({ secondFactor }) => secondFactor === "off");
  return (
    <div className={styles.form}>
      <h2>{t("rule")}</h2>
      <p>{t(isOn ? "ruleOn" : "ruleOff")}</p>
      <p className={styles.about}>{t("ruleAbout")}</p>
      {isOwnMissing && (
        <p>
          <Link to="/projects/$projectId/settings/$section" params={{ projectId: projectId, section: "account" }}>
            {t("ruleOwnFirst")}
          </Link>
        </p>
      )}
      <DialogError error={error ?? (isAsking ? null : change.error)} />
      {data && isOn && (
        <Button disabled={change.isPending} onClick={() => change.mutate({ isRequired: false })}>
          {t("endRule")}
        </Button>
      )}
      {data && !isOn && !isOwnMissing && <Button onClick={() => setIsAsking(true)}>{t("requireRule")}</Button>}
      <ConfirmDialog
        title={t("requireTitle")}
        action={t("requireRule")}
        isOpen={isAsking}
        isBusy={change.isPending}
        error={change.error}
        onClose={() => setIsAsking(false)}
        onConfirm={() => change.mutate({ isRequired: true }, { onSuccess: () => setIsAsking(false) })}
      >
        <p>
          {lacking.length === 0
            ? t("requireNone")
            : t("requireSome", { count: lacking.length, names: lacking.map(({ name }) => name).join(", ") })}
        </p>
      </ConfirmDialog>
    </div>
  );
}
