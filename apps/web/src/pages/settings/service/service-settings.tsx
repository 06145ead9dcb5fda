import { useMutation, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Check, CircleHelp, X } from "lucide-react";
import { type ProviderCheck, sendTestMail, serviceOptions, type ServiceState, testSso } from "../../../api/service.ts";
import { sessionOptions } from "../../../api/session.ts";
import { Button } from "../../../ui/button.tsx";
import { Code } from "../../../ui/code.tsx";
import { DialogError } from "../../../ui/dialog-parts.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { ErrorState, LoadingState } from "../../../ui/page-state.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { NoLogin } from "../no-login/no-login.tsx";
import settings from "../settings.module.css";
import { useServiceText } from "./messages.ts";
import styles from "./service.module.css";
import { mailVariables, ssoVariables } from "./variables.ts";

export function ServiceSettings() {
  const t = useServiceText();
  const { data: session } = useSuspenseQuery(sessionOptions);
  const { data, error, refetch } = useQuery({ ...serviceOptions, enabled: !session.noLogin });
  if (session.noLogin) return <NoLogin of="service" />;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  return (
    <section className={settings.part}>
      <p className={settings.about}>{t("about")}</p>
      <MailSettings mail={data.mail} />
      <ProviderSettings sso={data.sso} />
    </section>
  );
}

function MailSettings({ mail }: { readonly mail: ServiceState["mail"] }) {
  const t = useServiceText();
  const test = useMutation({ mutationFn: sendTestMail });
  if (!mail) {
    return (
      <div className={settings.card}>
        <h2>{t("mail")}</h2>
        <p className={settings.about}>{t("noMail")}</p>
        <Code text={mailVariables()} />
      </div>
    );
  }
  return (
    <div className={settings.card}>
      <h2>{t("mail")}</h2>
      <p className={settings.about}>{t("mailAbout")}</p>
      <Facts
        facts={[
          { label: t("server"), value: `${mail.host}:${mail.port}` },
          { label: t("from"), value: mail.from },
        ]}
      />
      <div>
        <Button disabled={test.isPending} onClick={() => test.mutate()}>
          {t("sendTest", { to: mail.to })}
        </Button>
      </div>
      <DialogError error={test.error} />
      {test.isPending && <p role="status">{t("testing")}</p>}
      {test.data && (
        <ul className={styles.checks} aria-label={t("result")}>
          <Result
            state={test.data.isSent ? "ok" : "failed"}
            title={test.data.isSent ? t("sent", { to: mail.to }) : t("notSent")}
            message={test.data.message ?? ""}
          />
        </ul>
      )}
    </div>
  );
}

function ProviderSettings({ sso }: { readonly sso: ServiceState["sso"] }) {
  const t = useServiceText();
  const test = useMutation({ mutationFn: testSso });
  if (!sso) {
    return (
      <div className={settings.card}>
        <h2>{t("sso")}</h2>
        <p className={settings.about}>{t("noSso")}</p>
        <Code text={`${ssoVariables}\nTHREADLINE_BASE_URL=${location.origin}`} />
      </div>
    );
  }
  return (
    <div className={settings.card}>
      <h2>{t("sso")}</h2>
      <p className={settings.about}>{t("ssoAbout")}</p>
      <Facts
        facts={[
          ...(sso.name === null ? [] : [{ label: t("name"), value: sso.name }]),
          { label: t("issuer"), value: sso.issuer },
          { label: t("clientId"), value: sso.clientId },
        ]}
      />
      <div className={styles.uri}>
        <p>{t("redirectUri")}</p>
        <Code text={sso.redirectUri} />
      </div>
      <div>
        <Button disabled={test.isPending} onClick={() => test.mutate()}>
          {t("testSso")}
        </Button>
      </div>
      <DialogError error={test.error} />
      {test.isPending && <p role="status">{t("testing")}</p>}
      {test.data && (
        <ul className={styles.checks} aria-label={t("result")}>
          {test.data.checks.map(({ part, state, message }) => (
            <Result key={part} state={state} title={t(`${part}_${state}`)} message={message} />
          ))}
        </ul>
      )}
    </div>
  );
}

const signs = { ok: Check, failed: X, unknown: CircleHelp } as const;

function Result({
  state,
  title,
  message,
}: {
  readonly state: ProviderCheck["state"];
  readonly title: string;
  readonly message: string;
}) {
  const Sign = signs[state];
  return (
    <li data-state={state}>
      <Sign size={16} aria-hidden />
      <div>
        <p>{title}</p>
        {message !== "" && (
          <p className={styles.message}>
            <VisibleText text={message} />
          </p>
        )}
      </div>
    </li>
  );
}
