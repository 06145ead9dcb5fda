export interface Mentionable {
  readonly accountId: string;
  readonly name: string;
}

/** The `@` before the cursor, and what follows it up to the cursor. */
export interface MentionQuery {
  readonly start: number;
  readonly text: string;
}

const maxLength = 50;
const maxMatches = 6;

/** Returns the mention that is being typed at the cursor; null when none is. */
export function mentionQueryAt(text: string, cursor: number): MentionQuery | null {
  const start = text.lastIndexOf("@", cursor - 1);
  if (start === -1 || cursor - start > maxLength) return null;
  // An `@` inside a word is part of an email.
  if (start > 0 && !/[\s([{"'*_>]/.test(text.charAt(start - 1))) return null;
  const query = text.slice(start + 1, cursor);
  return query.includes("\n") ? null : { start, text: query };
}

/** Members whose name contains the text. */
export function matchingMembers<Member extends Mentionable>(members: readonly Member[], text: string): Member[] {
  const wanted = text.toLocaleLowerCase();
  return members.filter(({ name }) => name.toLocaleLowerCase().includes(wanted)).slice(0, maxMatches);
}

/** Members whose `@name` occurs in the text. */
export function mentionedIn<Member extends Mentionable>(members: readonly Member[], text: string): Member[] {
  return members.filter(({ name }) => text.includes(`@${name}`));
}
