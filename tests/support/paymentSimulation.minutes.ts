import type { Model } from './paymentSimulation.model.ts'

export const minutesBalance = ({ subjects }: Model): number =>
  subjects.reduce((sum, each) => sum + (each.kind === 'MINUTES' ? each.left : 0), 0)

/** @returns the minutes that there were */
export function spendModelMinutes({ subjects }: Model, wanted: number): number {
  const bought = subjects.filter(each => each.kind === 'MINUTES')
  let open = wanted
  for (const each of bought.sort((one, other) => one.creditedAt - other.creditedAt)) {
    const spent = Math.min(each.left, open)
    each.left -= spent
    open -= spent
  }
  return wanted - open
}
