import { useLocation, useNavigate, useSearchParams } from 'react-router'

/**
 * The query of a page's address as it was last rendered, and functions to change it. An address is rendered later than
 * it changes, so a change starts from `queryNow()`: then two quick changes both count. A change of nothing adds no step
 * to go back to, and a page that has been left changes nothing.
 */
export function useAddressQuery() {
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  const navigate = useNavigate()

  const setQuery = (next: URLSearchParams, options: { replace?: boolean } = {}): void => {
    if (location.pathname === pathname && next.toString() !== queryNow().toString()) {
      // The state with which the page was opened stays.
      void navigate({ search: next.toString() }, { state: history.state?.usr, ...options })
    }
  }
  return { query, setQuery }
}

/** The query of the address as it is at this moment. */
export function queryNow(): URLSearchParams {
  return new URLSearchParams(location.search)
}
