import { isRouteErrorResponse } from 'react-router'
import { problems } from '../wire/problem.ts'
import { CallError } from './call.ts'

/** A page that could not be shown: what to answer and what to say, and nothing that should stay on the server. */
export interface PageFailure {
  status: number
  reason: string
}

const isPageFailure = (error: unknown): error is PageFailure =>
  typeof error === 'object' && error !== null && 'reason' in error && 'status' in error

/** Whatever a loader or a screen threw, as a failure that reads the same on the server and in the browser. */
export function toPageFailure(error: unknown): PageFailure {
  if (error instanceof CallError) {
    // A status of 500 and up of ours is told as it is; no answer at all (0) is our trouble too.
    return { status: error.status || problems.UNAVAILABLE.status, reason: error.reason }
  }
  if (isRouteErrorResponse(error)) {
    const { message } = error.status === 404 ? problems.NOT_FOUND : problems.INTERNAL
    return { status: error.status, reason: message }
  }
  return isPageFailure(error) ? error : { status: 500, reason: problems.INTERNAL.message }
}
