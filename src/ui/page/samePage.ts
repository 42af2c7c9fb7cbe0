import type { Location } from 'react-router'

type Place = Pick<Location<{ page?: string } | null>, 'pathname' | 'state'>

/**
 * The page that an address belongs to. An address that only chooses something on the page where one is names that page in its state: then
 * the focus stays where it is, and nothing counts as another visit.
 */
export const pageOfLocation = ({ pathname, state }: Place): string => state?.page ?? pathname

/** The state of an address that chooses something on the page of `location`. */
export const samePageState = (location: Place) => ({ page: pageOfLocation(location) })
