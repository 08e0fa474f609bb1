import { Link, type LinkProps, useLocation } from 'react-router'

/** What a page gets from the one that it is opened from: where to return to. */
type ReturnState = { backTo: string }

/** The link to this very page, with its search, sort and page. */
export function useLinkState(): ReturnState {
  const { pathname, search } = useLocation()
  return { backTo: pathname + search }
}

/** Where a form leads once it is saved: to the page that it was opened from, as that was, else to the list. */
export function useBackLink(list: string): string {
  const { state } = useLocation()
  return readReturnAddress(state) ?? list
}

/** The address in a location's state, if it is one of the console's own. */
function readReturnAddress(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('backTo' in state)) {
    return undefined
  }
  const { backTo } = state
  return typeof backTo === 'string' && /^\/(?!\/)/.test(backTo) ? backTo : undefined
}

/** A link to a form that leads back here. */
export function FormLink(props: LinkProps) {
  return <Link state={useLinkState()} {...props} />
}
