import { CallError } from '../../ui/call.ts'
import { isFieldError, toastFailure, useApiMutation } from '../../ui/hooks.ts'
import { useSetLoggedInUser } from '../accounts/hooks.ts'
import { createFirstAdmin } from './contract.ts'

/** Creates the first admin, who is logged in then. The page itself shows that its link is no longer valid. */
export const useCreateFirstAdmin = () =>
  useApiMutation(createFirstAdmin, {
    onSuccess: useSetLoggedInUser(),
    onError: error => {
      if (!isInvalidLink(error) && !isFieldError(error)) toastFailure('Administrator niet gemaakt', error)
    },
  })

export const isInvalidLink = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'TOKEN_INVALID'
