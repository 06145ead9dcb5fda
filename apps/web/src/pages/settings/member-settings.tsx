import { Plus, Trash2 } from "lucide-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { sessionOptions } from "../../api/session.ts";
import { usePermission } from "../../api/use-permission.ts";
import { useChange, useOperation } from "../../api/use-request.ts";
import {
  changeRole,
  closeInvitation,
  dismissMember,
  projectMembers,
  type ProjectMembersQuery,
} from "../../generated/settings.ts";
import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { DialogError } from "../../ui/dialog-parts.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { Table } from "../../ui/table.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { InviteDialog, type InvitedPerson } from "./invite-dialog.tsx";
import { useSettingsText } from "./messages.ts";
import { NoLogin } from "./no-login/no-login.tsx";
import { RoleSelect } from "./role-select.tsx";
import { useSecondFactorText } from "./second-factor-messages.ts";
import styles from "./settings.module.css";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useNewHash } from "../../ui/use-new-hash.ts";

type Member = ProjectMembersQuery["members"][number];
type Invitation = ProjectMembersQuery["invitations"][number];

export function MemberSettings() {
  const t = useSettingsText();
  const { data: session } = useSuspenseQuery(sessionOptions);
  const { data, error, refetch } = useOperation(projectMembers, {});
  const [invited, setInvited] = useState<InvitedPerson | "new" | null>(null);
  useNewHash(() => setInvited(session.noLogin ? null : "new"));
  const [leaving, setLeaving] = useState<Member | null>(null);
  const isOwn = leaving !== null && leaving.accountId === session.account?.id;
  const dismiss = useChange(dismissMember);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState shape="rows" />;
  if (session.noLogin && data.members.length === 0) return <NoLogin of="members" />;
  return (
    <section className={styles.part}>
      <div className={styles.row}>
        <p className={styles.about}>{t("membersAbout")}</p>
        {!session.noLogin && (
          <Button look="primary" onClick={() => setInvited("new")}>
            <Plus size={16} aria-hidden />
            {t("invite")}
          </Button>
        )}
      </div>
      {data.members.length === 0 ? (
        <EmptyState drawing="account" title={t("noMembers")}>
          <p>{t("noMembersAbout")}</p>
        </EmptyState>
      ) : (
        <Members members={data.members} ownId={session.account?.id ?? null} onRemove={setLeaving} />
      )}
      {data.invitations.length > 0 && <Invitations invitations={data.invitations} onInvite={setInvited} />}
      {invited && <InviteDialog person={invited === "new" ? null : invited} onClose={() => setInvited(null)} />}
      <ConfirmDialog
        title={isOwn ? t("leaveTitle") : t("removeTitle", { name: leaving?.name ?? "" })}
        action={t(isOwn ? "leave" : "remove")}
        isOpen={leaving !== null}
        isBusy={dismiss.isPending}
        error={dismiss.error}
        onClose={() => setLeaving(null)}
        onConfirm={() =>
          leaving && dismiss.mutate({ accountId: leaving.accountId }, { onSuccess: () => setLeaving(null) })
        }
      >
        <p>{t(isOwn ? "leaveAbout" : "removeAbout")}</p>
      </ConfirmDialog>
    </section>
  );
}

/** Number of members from which the list can be searched. */
const manyMembers = 10;

function Members({
  members,
  ownId,
  onRemove,
}: {
  readonly members: readonly Member[];
  /** Account of the user; null without sign-in. */
  readonly ownId: string | null;
  readonly onRemove: (member: Member) => void;
}) {
  const t = useSettingsText();
  const formats = useFormats();
  const toast = useToast();
  const change = useChange(changeRole);
  const mayOwn = usePermission("own");
  const hasOneOwner = members.filter(({ role }) => role === "owner").length === 1;
  const isFixed = ({ role }: Member): boolean => role === "owner" && (hasOneOwner || !mayOwn);
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase();
  const found = members.filter(({ name, email }) => `${name}\n${email}`.toLowerCase().includes(wanted));
  const factor = useSecondFactorText();
  const columns = [
    { key: "name", label: t("name") },
    { key: "email", label: t("email") },
    { key: "role", label: t("role") },
    { key: "secondFactor", label: factor("column") },
    { key: "joined", label: t("joined") },
    { key: "actions", label: t("actions") },
  ];
  return (
    <>
      <DialogError error={change.error} />
      {!mayOwn && <p className={styles.about}>{t("ownersOnly")}</p>}
      {mayOwn && hasOneOwner && members.length > 1 && <p className={styles.about}>{t("oneOwner")}</p>}
      {(members.length > manyMembers || search !== "") && (
        <SearchField label={t("searchMembers")} value={search} onChange={setSearch} />
      )}
      {found.length === 0 && <p className={styles.about}>{t("noMemberFound")}</p>}
      <Table label={t("members")} columns={columns} isStacked>
        {found.map((member) => (
          <tr key={member.accountId}>
            <td data-label={t("name")}>
              <span className={styles.name}>
                <VisibleText text={member.name} />
                {member.accountId === ownId && <Badge tone="accent">{t("you")}</Badge>}
                {member.disabledAt !== null && (
                  <Badge tone="warning" title={t("disabledAbout", { time: formats.dateTime(member.disabledAt) })}>
                    {t("disabled")}
                  </Badge>
                )}
              </span>
            </td>
            <td data-short data-label={t("email")}>
              <VisibleText text={member.email} />
            </td>
            <td data-label={t("role")}>
              <RoleSelect
                label={t("roleOf", { name: member.name })}
                hideLabel
                value={member.role}
                mayOwn={mayOwn}
                disabled={isFixed(member)}
                onChange={(role) =>
                  change.mutate(
                    { accountId: member.accountId, role },
                    {
                      onSuccess: () => toast({ text: t("roleSaved", { name: member.name, role: t(`role_${role}`) }) }),
                    },
                  )
                }
              />
            </td>
            <td data-short data-label={factor("column")} title={factor(`stateAbout_${member.secondFactor}`)}>
              <span>
                <Badge tone={member.secondFactor === "off" ? "neutral" : "success"}>
                  {factor(`state_${member.secondFactor}`)}
                </Badge>
              </span>
            </td>
            <td data-time data-label={t("joined")} title={formats.dateTime(member.createdAt)}>
              {formats.relativeTime(member.createdAt)}
            </td>
            <td data-actions data-label={t("actions")}>
              <IconButton
                data-row
                size="small"
                label={t("removeMember", { name: member.name })}
                disabled={isFixed(member)}
                onClick={() => onRemove(member)}
              >
                <Trash2 size={14} />
              </IconButton>
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}

function Invitations({
  invitations,
  onInvite,
}: {
  readonly invitations: readonly Invitation[];
  readonly onInvite: (person: InvitedPerson) => void;
}) {
  const t = useSettingsText();
  const formats = useFormats();
  const close = useChange(closeInvitation);
  const mayOwn = usePermission("own");
  const [revoked, setRevoked] = useState<Invitation | null>(null);
  const columns = ["email", "role", "invitedAt", "expires", "actions"] as const;
  return (
    <>
      <h2>{t("invitations")}</h2>
      <Table label={t("invitations")} columns={columns.map((key) => ({ key, label: t(key) }))} isStacked>
        {invitations.map((invitation) => {
          const { id, email, role, createdAt, expiresAt } = invitation;
          return (
            <tr key={id}>
              <td data-label={t(columns[0])} className={styles.name}>
                <VisibleText text={email} />
              </td>
              <td data-short data-label={t(columns[1])}>
                {t(`role_${role}`)}
              </td>
              <td data-label={t(columns[2])} data-time title={formats.dateTime(createdAt)}>
                {formats.relativeTime(createdAt)}
              </td>
              <td data-label={t(columns[3])} data-time title={formats.dateTime(expiresAt)}>
                {formats.relativeTime(expiresAt)}
              </td>
              <td data-actions data-label={t(columns[4])}>
                {(mayOwn || role !== "owner") && (
                  <span>
                    <Button
                      data-row
                      size="small"
                      aria-label={t("inviteAgainFor", { email })}
                      onClick={() => onInvite({ email, role })}
                    >
                      {t("inviteAgain")}
                    </Button>{" "}
                    <Button
                      data-row
                      size="small"
                      aria-label={t("withdrawFor", { email })}
                      onClick={() => setRevoked(invitation)}
                    >
                      {t("withdraw")}
                    </Button>
                  </span>
                )}
              </td>
            </tr>
          );
        })}
      </Table>
      <ConfirmDialog
        title={t("withdrawTitle", { email: revoked?.email ?? "" })}
        action={t("withdraw")}
        isOpen={revoked !== null}
        isBusy={close.isPending}
        error={close.error}
        onClose={() => setRevoked(null)}
        onConfirm={() => revoked && close.mutate({ id: revoked.id }, { onSuccess: () => setRevoked(null) })}
      >
        <p>{t("withdrawAbout")}</p>
      </ConfirmDialog>
    </>
  );
}
