import type { Remedy } from '../../shop/recalls/contract.ts'

export const remedyLabels: Record<Remedy, string> = {
  REPAIR: 'Reparatie',
  REPLACEMENT: 'Een ander, veilig exemplaar',
  REFUND: 'Terugbetaling van minstens wat hij betaalde',
}
