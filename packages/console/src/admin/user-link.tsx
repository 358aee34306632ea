import type { JSX } from "preact";

/** A user's id as a link to the user. */
export function UserLink({ id }: { readonly id: number | string }): JSX.Element {
  return <a href={`/admin?tab=users&text=${encodeURIComponent(`#${id}`)}`}>#{id}</a>;
}
