import { MAX_TASK_COUNT, type DailyStats, type TaskCounts } from './contract.ts'

/** Each kind of task for one, and for several. */
const taskLabels: Record<keyof TaskCounts, [one: string, several: string]> = {
  orders: ['te verzenden bestelling', 'te verzenden bestellingen'],
  withdrawals: ['herroeping', 'herroepingen'],
  withdrawalRefunds: ['herroeping terug te betalen', 'herroepingen terug te betalen'],
  messages: ['bericht te beantwoorden', 'berichten te beantwoorden'],
  contentReports: ['melding om over te beslissen', 'meldingen om over te beslissen'],
  applications: ['aanmelding van een creator', 'aanmeldingen van creators'],
  creatorPages: ['pagina van een creator te bekijken', 'pagina’s van creators te bekijken'],
  refunds: ['mislukte terugbetaling', 'mislukte terugbetalingen'],
  mails: ['mislukte mail', 'mislukte mails'],
  reviews: ['beoordeling te keuren', 'beoordelingen te keuren'],
  findings: ['verschil in de boeken', 'verschillen in de boeken'],
}

/** The parameters of a day's summary; null when nothing happened and nothing waits. */
export function summarizeDay({ orders, revenue: cents }: Omit<DailyStats, 'day'>, tasks: TaskCounts) {
  const open = Object.entries(taskLabels).flatMap(([task, [one, several]]) => {
    const count = tasks[task as keyof TaskCounts]
    if (count === 0) return []
    // Tasks are counted no further.
    return count === 1 ? `1 ${one}` : `${count >= MAX_TASK_COUNT ? 'minstens ' : ''}${count} ${several}`
  })
  return orders === 0 && cents === 0 && open.length === 0 ? null : { orders, cents, open }
}
