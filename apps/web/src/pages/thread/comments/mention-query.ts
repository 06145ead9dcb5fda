export interface Mentionable {
  readonly accountId: string;
  readonly name: string;
}

/** An `@`, and the text between it and the cursor. */
export interface MentionQuery {
  readonly start: number;
  readonly text: string;
}

const maxLength = 50;
const maxMatches = 6;

/** Returns the mention that is being typed at the cursor; null if there is none. */
export function mentionQueryAt(text: string, cursor: number): MentionQuery | null {
  const start = text.lastIndexOf("@", cursor - 1);
  if (start === -1 || cursor - start > maxLength) return null;
  // An `@` inside a word starts no mention, because it is probably part of an email address.
  if (start > 0 && !/[\s([{"'*_>]/.test(text.charAt(start - 1))) return null;
  const query = text.slice(start + 1, cursor);
  return query.includes("\n") ? null : { start, text: query };
}

export function matchingMembers<Member extends Mentionable>(members: readonly Member[], text: string): Member[] {
  const wanted = text.toLocaleLowerCase();
  return members.filter(({ name }) => name.toLocaleLowerCase().includes(wanted)).slice(0, maxMatches);
}

/** Returns the members whose `@name` occurs in the text. */
export function mentionedIn<Member extends Mentionable>(members: readonly Member[], text: string): Member[] {
  return members.filter(({ name }) => text.includes(`@${name}`));
}
