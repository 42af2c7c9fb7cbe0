import { roleRank } from '../../../wire/roles.ts'
import type { User } from '../contract.ts'

/** Whether to recommend two-factor login: to creators and admins, whose accounts can do most harm. */
export const isTwoFactorRecommended = ({ role, twoFactorAt }: Pick<User, 'role' | 'twoFactorAt'>): boolean =>
  roleRank[role] >= roleRank.MODEL && twoFactorAt === null

/** Whether an admin has to set up two-factor login before using admin rights. */
export const isTwoFactorSetupRequired = (
  { role, twoFactorAt }: Pick<User, 'role' | 'twoFactorAt'>,
  { requiresAdminTotp = false }: { requiresAdminTotp?: boolean },
): boolean => requiresAdminTotp && role === 'ADMIN' && twoFactorAt === null
