import { isRouteErrorResponse } from 'react-router'
import { generalProblems } from '../../wire/generalProblems.ts'
import { CallError } from '../call/call.ts'

/** The status and message of a page that failed; contains no internals of the server. */
export interface PageFailure {
  status: number
  reason: string
  /** See `CallError`. */
  errorCode?: string
}

const isPageFailure = (error: unknown): error is PageFailure =>
  typeof error === 'object' && error !== null && 'reason' in error && 'status' in error

/** Converts anything that a loader or component threw, with the same result on the server and in the browser. */
export function toPageFailure(error: unknown): PageFailure {
  if (error instanceof CallError) {
    // A status from 500 is kept; a call without any response (0) counts as unavailable.
    return {
      status: error.status || generalProblems.UNAVAILABLE.status,
      reason: error.reason,
      ...(error.errorCode !== null && { errorCode: error.errorCode }),
    }
  }
  if (isRouteErrorResponse(error)) {
    const { message } = error.status === 404 ? generalProblems.NOT_FOUND : generalProblems.INTERNAL
    return { status: error.status, reason: message }
  }
  return isPageFailure(error) ? error : { status: 500, reason: generalProblems.INTERNAL.message }
}
