import type { Mail } from "./create-mailer.ts";

interface Link {
  readonly to: string;
  readonly url: string;
}

const ignore = "If you did not expect this message, ignore it.";

export function invitationMail({
  to,
  url,
  projectName,
  role,
  inviter,
}: Link & {
  readonly projectName: string;
  readonly role: string;
  /** Name of the inviting account; null if unknown. */
  readonly inviter: string | null;
}): Mail {
  const invites = inviter === null ? "You are invited" : `${inviter} invites you`;
  return {
    to,
    subject: `Invitation to ${projectName} in Threadline`,
    text: `${invites} to the project "${projectName}" in Threadline, as ${role}.

Open this link to join. It works once for ${to}, and expires in seven days:

${url}

${ignore}
`,
  };
}

export function resetMail({ to, url }: Link): Mail {
  return {
    to,
    subject: "Reset your Threadline password",
    text: `A new password was requested for your account ${to}.

Open this link to choose one. It works once and expires in one hour:

${url}

If you did not request it, ignore this message. Your password stays as it is.
`,
  };
}

const notYou = (url: string): string =>
  `If it was not you, request a new password at ${url} and contact an administrator.`;

const passwordChanges = {
  link: "with a link sent to this address. All sessions were ended.",
  settings: "in its settings. All other sessions were ended.",
};

export function passwordChangedMail({ to, url }: Link, how: keyof typeof passwordChanges): Mail {
  return {
    to,
    subject: "Your Threadline password was changed",
    text: `The password of your account ${to} was changed ${passwordChanges[how]}

${notYou(url)}
`,
  };
}

export function secondFactorChangedMail({ to, url }: Link, change: "disabled" | "enabled"): Mail {
  return {
    to,
    subject: `Two-factor authentication of your Threadline account was ${change}`,
    text: `Two-factor authentication of your account ${to} was ${change}. All other sessions were ended.

${notYou(url)}
`,
  };
}

export function testMail(to: string): Mail {
  return {
    to,
    subject: "Test message from Threadline",
    text: "This service can send email. Invitations and links to reset a password will arrive like this message.\n",
  };
}
