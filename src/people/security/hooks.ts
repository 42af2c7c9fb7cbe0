import { toastLoginError, userQuery, useSetLoggedInUser, loginSessionsQuery } from '../accounts/hooks.ts'
import { CallError } from '../../ui/call.ts'
import { apiQuery, useApiMutation } from '../../ui/hooks.ts'
import {
  beginTotpSetup,
  confirmTotp,
  disableTotp,
  loginWithTwoFactorCode,
  readTwoFactor,
  renewRecoveryCodes,
} from './contract.ts'

export const twoFactorQuery = apiQuery(['two-factor'], readTwoFactor, {})

const FAILED = 'Dat lukte niet'

/** What the security page shows. */
const securityKeys = [userQuery, twoFactorQuery, loginSessionsQuery].map(({ queryKey }) => queryKey)
const change = { invalidates: securityKeys, failed: FAILED, hasFieldErrors: true }

export const useBeginTotpSetup = () =>
  useApiMutation(beginTotpSetup, { failed: FAILED, hasFieldErrors: true })

export const useConfirmTotp = () => useApiMutation(confirmTotp, change)

export const useRenewRecoveryCodes = () => useApiMutation(renewRecoveryCodes, change)

export const useDisableTotp = () =>
  useApiMutation(disableTotp, { ...change, done: 'Tweestapsverificatie staat uit' })

/** Completes a pending login with a code. */
export const useTwoFactorLogin = () =>
  useApiMutation(loginWithTwoFactorCode, {
    onSuccess: useSetLoggedInUser(),
    onError: error => {
      if (!(error instanceof CallError) || error.code !== 'INVALID_CODE') toastLoginError(error)
    },
  })
