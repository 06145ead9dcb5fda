/** Size of a page of the list of users. */
const pageSize = 50;

/** Returns the users on the page that contains the row `index`, to request their figures together. */
export function pageOfUsers(users: readonly string[], index: number): string[] {
  const start = index - (index % pageSize);
  return users.slice(start, start + pageSize);
}
