import type { JSX } from "preact";

/** A user by the id, which leads to the name. */
export function UserLink({ id }: { readonly id: number | string }): JSX.Element {
  return <a href={`/admin?tab=users&text=${encodeURIComponent(`#${id}`)}`}>#{id}</a>;
}
