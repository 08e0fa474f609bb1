import { Link, type LinkProps, useLocation } from 'react-router'

/** What a page gets from the page that opens it: the address to return to. */
type ReturnState = { backTo: string }

/** The link to the present page, with its search, sort order and page number. */
export function useLinkState(): ReturnState {
  const { pathname, search } = useLocation()
  return { backTo: pathname + search }
}

/** Where a form leads after saving: to the page from which it was opened, as that was, or else to the list. */
export function useBackLink(list: string): string {
  const { state } = useLocation()
  return readReturnAddress(state) ?? list
}

/** The return address in a location's state, if it is one of the console's own. */
function readReturnAddress(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('backTo' in state)) {
    return undefined
  }
  const { backTo } = state
  return typeof backTo === 'string' && /^\/(?!\/)/.test(backTo) ? backTo : undefined
}

/** A link to a form that leads back to the present page. */
export function FormLink(props: LinkProps) {
  return <Link state={useLinkState()} {...props} />
}
