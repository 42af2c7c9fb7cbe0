import { formatDate } from '../../ui/format.ts'
import type { CreatorState, Suspension } from './contract.ts'

/** The dates of a creator that matter, for herself and for admins. */
export function CreatorFacts({ state }: { state: CreatorState }) {
  const { acceptedAt, noticeUntil, identityUntil, agreementUntil, leftAt } = state
  const day = (at: string | null) => at && formatDate(at)
  const facts = [
    ['Goedgekeurd', day(acceptedAt) ?? 'Nog niet'],
    ['Aanmelden voor', acceptedAt ? null : day(noticeUntil)],
    ['Identiteitsbewijs geldig tot', acceptedAt && (day(identityUntil) ?? 'Geen einddatum')],
    ['Overeenkomst geldt tot', acceptedAt && (day(agreementUntil) ?? 'Geen einddatum')],
    ['Gestopt', day(leftAt)],
  ].filter(([, value]) => value !== null)
  return (
    <dl className="figures grid gap-x-6 gap-y-4 text-small sm:grid-cols-2">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-ink-soft">{name}</dt>
          <dd className="font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The reason of a suspension, her appeal and the decisions, with their days. */
export const SuspensionTexts = ({ suspension }: { suspension: Suspension }) =>
  (
    [
      ['Waarom', suspension.reason, suspension.createdAt],
      ['Bezwaar van de creator', suspension.appeal?.text, suspension.appeal?.createdAt],
      ['Beslissing: de schorsing blijft', suspension.upheld?.text, suspension.upheld?.createdAt],
      ['Beslissing: opgeheven', suspension.lifted?.text, suspension.lifted?.createdAt],
    ] as const
  ).map(
    ([title, text, at]) =>
      at && (
        <div key={title} className="grid gap-1">
          <h3 className="text-small text-ink-soft">
            {title}, {formatDate(at)}
          </h3>
          <p className="wrap-anywhere whitespace-pre-line">{text}</p>
        </div>
      ),
  )
