import { formatMinutes, formatDateTime } from '../../../ui/format.ts'
import { Card } from '../../../ui/components/Card.tsx'
import { formatCents } from '../../../wire/money.ts'
import type { PastSession } from '../contract.ts'

/** For wide screens; a phone shows the same data as cards. */
export const SessionTable = ({ sessions }: { sessions: PastSession[] }) => (
  <Card className="overflow-hidden p-0 max-md:hidden">
    <table className="figures w-full text-left">
      <caption className="sr-only">Je live sessies, de nieuwste eerst</caption>
      <thead className="border-b border-line text-small text-ink-soft">
        <tr>
          <th scope="col" className="py-3 pr-3 pl-6 font-medium">
            Wanneer
          </th>
          <th scope="col" className="px-3 py-3 font-medium">
            Toy
          </th>
          <th scope="col" className="px-3 py-3 text-right font-medium">
            Minuten
          </th>
          <th scope="col" className="py-3 pr-6 pl-3 text-right font-medium">
            Kosten
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {sessions.map(({ id, startTime, toyName, minutesPurchased, cost }) => (
          <tr key={id}>
            <th scope="row" className="py-4 pr-3 pl-6 font-normal text-ink-soft">
              {formatDateTime(startTime)}
            </th>
            <td className="px-3 py-4 font-medium">{toyName}</td>
            <td className="px-3 py-4 text-right">{formatMinutes(minutesPurchased)}</td>
            <td className="py-4 pr-6 pl-3 text-right font-medium">{formatCents(cost)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Card>
)
