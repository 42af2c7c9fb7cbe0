import type { CreatorStatus } from './contract.ts'

export const creatorStatusLabels: Record<
  CreatorStatus,
  { name: string; tone: 'yellow' | 'green' | 'neutral' | 'danger' }
> = {
  ACTIVE: { name: 'Mag in de uitzending', tone: 'green' },
  NOTICE: { name: 'Moet zich nog aanmelden', tone: 'yellow' },
  ENDED: { name: 'Iets is verlopen', tone: 'yellow' },
  SUSPENDED: { name: 'Geschorst', tone: 'danger' },
  APPEALED: { name: 'Bezwaar', tone: 'danger' },
  LEFT: { name: 'Gestopt', tone: 'neutral' },
}
