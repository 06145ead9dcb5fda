/**
 * Returns the time of a change as it is shown. The first evaluated period ends up to a minute before the alert was
 * created; its changes are shown with the time of the creation.
 */
export function sinceCreation<Time extends string | null>(time: Time, { createdAt }: { readonly createdAt: string }) {
  return time !== null && Date.parse(time) < Date.parse(createdAt) ? createdAt : time;
}
